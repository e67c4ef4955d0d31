import type { PlantedFault } from '../../planted-fault.js';

const SCIENCE = 'dist/surfaces/rest/science_runtime';
const ON_ITEMS = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_ITEMS, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the service of science runs, as they occur in real projects. The author of this list had not read the
 * rules of the check.
 */
export const UNSEEN_TWELFTH_RUNS: readonly PlantedFault[] = [
  {
    ...ON_RUNS,
    id: 'rest-resuming-after-the-end-hangs',
    class: 'streams',
    file: `${SCIENCE}/run.js`,
    from: 'for (let next = 0;; next += 1) {',
    to: 'for (let next = last;; next += 1) {',
    operation: 'streamRunEvents',
    note: 'Received events are skipped by their index: a client that resumes after the terminal event waits forever.',
  },
  {
    ...ON_RUNS,
    id: 'rest-only-one-follower-woken',
    class: 'streams',
    file: `${SCIENCE}/run.js`,
    from: `        const waiting = this.wake;
        this.wake = [];
        for (const wake of waiting)
            wake();
`,
    to: '        this.wake.shift()?.();\n',
    operation: 'streamRunEvents',
    note: 'An event wakes only the first of the clients that wait: if two follow a run, the stream of one never ends.',
  },
  {
    ...ON_RUNS,
    id: 'rest-leaving-follower-cancels-run',
    class: 'streams',
    file: `${SCIENCE}/run.js`,
    from: `        for (let next = 0;; next += 1) {
            const event = this.events[next] ?? (await this.arrival(next));
            if (event.id > last)
                yield event;
            if (isTerminal(event))
                return;
        }
`,
    to: `        try {
            for (let next = 0;; next += 1) {
                const event = this.events[next] ?? (await this.arrival(next));
                if (event.id > last)
                    yield event;
                if (isTerminal(event))
                    return;
            }
        }
        finally {
            this.cancel();
        }
`,
    operation: 'streamRunEvents',
    note: 'The cleanup of a stream cancels the run: if one client stops following, the run ends as failed for all.',
  },
  {
    ...ON_RUNS,
    id: 'rest-event-ids-from-clock',
    class: 'streams',
    file: `${SCIENCE}/run.js`,
    from: 'id: this.events.length + 1,',
    to: 'id: Date.now(),',
    operation: 'streamRunEvents',
    note: 'Identifiers come from the clock: events of one millisecond share one, and resuming loses events.',
  },
  {
    ...ON_RUNS,
    id: 'rest-indented-event-data',
    class: 'streams',
    file: `${SCIENCE}/run.js`,
    from: 'const data = JSON.stringify(value);',
    to: 'const data = JSON.stringify(value, undefined, 2);',
    operation: 'streamRunEvents',
    note: 'The JSON is indented for easier reading. In a stream, only its first line `{` is the data of the event.',
  },
  {
    ...ON_RUNS,
    id: 'rest-progress-without-better-point',
    class: 'streams',
    file: `${SCIENCE}/optimise.js`,
    from: 'if (better && iteration >= nextProgress)',
    to: 'if (iteration >= nextProgress)',
    operation: 'streamRunEvents',
    note: '`progress` is also sent if no better point was found, so that the same point is reported again and again.',
  },
  {
    ...ON_RUNS,
    id: 'rest-best-point-changed-in-place',
    class: 'values',
    file: `${SCIENCE}/optimise.js`,
    from: 'point = best.point.map((x) => x + width * numbers.normal());',
    to: `point = best.point;
        point.forEach((x, index) => (point[index] = x + width * numbers.normal()));`,
    operation: 'runScienceLoop',
    note: 'The point is changed in place: `best.value` is not the value of the objective at `best.point`.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-share-random-state',
    class: 'state',
    file: `${SCIENCE}/seeded-numbers.js`,
    from: 'export function seededNumbers(seed) {\n    let state = seed >>> 0;',
    to: 'let state = 0;\nexport function seededNumbers(seed) {\n    state = seed >>> 0;',
    operation: 'runScienceLoop',
    note: 'The random state becomes global: runs at the same time disturb each other, and results do not repeat.',
  },
  {
    ...ON_RUNS,
    id: 'rest-repeat-depends-on-member-order',
    class: 'state',
    file: `${SCIENCE}/run-store.js`,
    from: 'const text = canonicalJson(request);',
    to: 'const text = JSON.stringify(request);',
    operation: 'runScienceLoop',
    note: 'Requests are compared as text: the same request with its members in another order is refused with 409.',
  },
  {
    ...ON_RUNS,
    id: 'rest-ended-runs-forgotten',
    class: 'state',
    file: `${SCIENCE}/run-store.js`,
    from: '        this.runs.set(id, { run, request: text });\n',
    to: `        this.runs.set(id, { run, request: text });
        void run.ended().then(() => this.runs.delete(id));
`,
    operation: 'streamRunEvents',
    note: 'To save memory, a run is removed when it has ended: the client that started it gets 404 for its events.',
  },
  {
    ...ON_RUNS,
    id: 'rest-assigned-run-id-in-plain-base64',
    class: 'values',
    file: `${SCIENCE}/run-store.js`,
    from: "digest('base64url')",
    to: "digest('base64')",
    operation: 'runScienceLoop',
    note: 'Assigned identifiers may contain `+` and `/`, which the contract forbids: their events cannot be fetched.',
  },
  {
    ...ON_RUNS,
    id: 'rest-default-step-lost',
    class: 'generation',
    file: `${SCIENCE}/generated/routes.js`,
    from: 'defaults: { iterations: 100, step: 0.5 }',
    to: 'defaults: { iterations: 100 }',
    operation: 'runScienceLoop',
    note: 'The generator keeps only whole numbers as defaults: a run without `step` fails in its first iteration.',
  },
];
