import { expect, it } from 'vitest';
import { lastError } from './last-error.js';

const frames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `    at step${index} (server.js:${index}:1)`);
const python = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => [`  File "app.py", line ${index}, in step`, '    call()']).flat();
const GO = [
  'net/http.(*conn).serve(0x1)',
  '    /usr/go/server.go:20 +0x6',
  'created by net/http',
  '    /usr/go/b.go:3',
];
const JAVA = ['\tat app.Main.run(Main.java:3)', '\tat app.Main.main(Main.java:1)'];

it.each<[string, { readonly log: readonly string[]; readonly want: readonly string[] | undefined }]>([
  ['nothing for a log without a stack trace', { log: ['GET /a 200', 'GET /b 500'], want: undefined }],
  ['nothing for frames without a message', { log: frames(3), want: undefined }],
  [
    'the message and the first frames of a long trace',
    { log: ['GET /a', 'URIError: URI malformed', ...frames(20)], want: ['URIError: URI malformed', ...frames(3)] },
  ],
  [
    'the lines before a short trace at the end of the log',
    { log: ['one', 'two', 'Error: b', ...frames(1)], want: ['one', 'two', 'Error: b', ...frames(1)] },
  ],
  [
    'the error, not the lines that the service wrote after it',
    {
      log: ['Error: b', ...frames(4), 'GET /a 500', 'GET /b 200', 'GET /c 200'],
      want: ['Error: b', ...frames(3)],
    },
  ],
  [
    'the second of two errors',
    { log: ['Error: a', ...frames(5), 'Error: b', ...frames(5)], want: ['Error: b', ...frames(3)] },
  ],
  [
    'the cause of an error',
    {
      log: ['java.lang.A: a', ...JAVA, 'Caused by: java.lang.B: b', ...JAVA, '\t... 5 more'],
      want: ['Caused by: java.lang.B: b', ...JAVA, '\t... 5 more'],
    },
  ],
  [
    'the last frame of Python and the message after it',
    {
      log: ['Traceback (most recent call last):', ...python(9), '    ~~~^^^', 'ValueError: a', 'GET /a 500'],
      want: [...python(9).slice(-2), '    ~~~^^^', 'ValueError: a'],
    },
  ],
  [
    'the panic of Go, and the first lines after it',
    {
      log: [
        'GET /a 200',
        '2026/01/01 00:00:00 http: panic serving 127.0.0.1:5: a fault',
        'goroutine 7 [running]:',
        ...GO,
      ],
      want: [
        '2026/01/01 00:00:00 http: panic serving 127.0.0.1:5: a fault',
        'goroutine 7 [running]:',
        ...GO.slice(0, 2),
      ],
    },
  ],
  ['nothing for frames of Go without a panic', { log: GO, want: undefined }],
  [
    'a short trace of Python as a whole',
    {
      log: ['Traceback (most recent call last):', ...python(1), 'KeyError: 1', 'GET /a 500', 'GET /b 200'],
      want: ['Traceback (most recent call last):', ...python(1), 'KeyError: 1'],
    },
  ],
])('the last error of a log is %s', (_, { log, want }) => {
  expect(lastError(log, 4)).toEqual(want);
});
