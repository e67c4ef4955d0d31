import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Milliseconds to wait for the program that opens a page. If it still runs then, the page counts as opened, because the
 * program may be the browser itself.
 */
const STARTED_MS = 3000;

/**
 * Opens a page with the system's program for opening files. No shell is used. Returns false if there is no such program
 * or no screen, or if the program fails.
 */
export async function openPage(url: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, ...args] = opener(platform, env);
  if (command === undefined) return false;
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore', env });
  const ended = new Promise<boolean>((done) => {
    child.once('error', () => done(false));
    child.once('exit', (code) => done(code === 0));
  });
  child.unref();
  return Promise.race([ended, delay(STARTED_MS, true)]);
}

function opener(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false') return [];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  const hasScreen = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((screen) => screen !== undefined && screen !== '');
  return hasScreen ? ['xdg-open'] : [];
}
