'use strict';
// The parcel service (../parcels.openapi.yaml) in Express: `node service.cjs PORT`. The environment variable SVC_TOKEN contains the token.
const express = require('express');

const CONTENTS = ['recipient', 'weight_grams', 'service', 'note', 'tags'];

const parcels = new Map();
let created = 0;

function reset() {
  parcels.clear();
  created = 0;
  for (let index = 1; index <= 60; index += 1) add({ recipient: `Recipient ${index}`, weight_grams: index * 100 });
}

function add(contents) {
  created += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 5, 8, 0, created)).toISOString();
  const parcel = { service: 'standard', ...contents, parcel_id: `p-${created}`, created_at: createdAt };
  parcels.set(parcel.parcel_id, parcel);
  return parcel;
}

function problem(response, status, name, title, more = {}) {
  response.status(status).type('application/problem+json');
  response.send(JSON.stringify({ type: `urn:problem-type:${name}`, title, status, ...more }));
}

function invalid(response, errors) {
  problem(response, 422, 'invalid-input', 'The input breaks the contract.', { errors });
}

const lengthOf = (text) => [...text].length;
const isText = (value, least, most) => typeof value === 'string' && lengthOf(value) >= least && lengthOf(value) <= most;

const RULES = {
  recipient: [(value) => isText(value, 1, 60), 'must be a text of 1 to 60 characters'],
  weight_grams: [
    (value) => Number.isInteger(value) && value >= 1 && value <= 30000,
    'must be an integer from 1 to 30000',
  ],
  service: [(value) => value === 'standard' || value === 'express', 'must be standard or express'],
  note: [(value) => value === null || isText(value, 0, 200), 'must be null or a text of at most 200 characters'],
  tags: [isTags, 'must be at most 5 different strings of 1 to 20 characters'],
};

function isTags(value) {
  return (
    Array.isArray(value) &&
    value.length <= 5 &&
    new Set(value).size === value.length &&
    value.every((tag) => isText(tag, 1, 20))
  );
}

function faultsOf(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [{ pointer: '', detail: 'must be an object' }];
  const faults = [];
  for (const name of ['recipient', 'weight_grams'])
    if (!Object.hasOwn(body, name)) faults.push({ pointer: `/${name}`, detail: 'is required' });
  for (const [name, value] of Object.entries(body)) {
    const [accepts, detail] = CONTENTS.includes(name) ? RULES[name] : [() => false, 'is not known'];
    if (!accepts(value)) faults.push({ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, detail });
  }
  return faults;
}

function authenticate(request, response, next) {
  const [scheme, token] = (request.get('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer' && token === process.env.SVC_TOKEN) return next();
  response.set('WWW-Authenticate', 'Bearer');
  return problem(response, 401, 'unauthenticated', 'The token is missing or wrong.');
}

function jsonOnly(request, response, next) {
  if (request.is('application/json') === 'application/json') return next();
  return problem(response, 415, 'unsupported-media-type', 'The media type of the body is not application/json.');
}

function contentsOnly(request, response, next) {
  const faults = faultsOf(request.body);
  return faults.length === 0 ? next() : invalid(response, faults);
}

function idOnly(request, response, next) {
  if (/^[a-z0-9-]{1,40}$/.test(request.params.parcelId)) return next();
  return invalid(response, [{ pointer: '/parcel_id', detail: 'must be 1 to 40 of a-z, 0-9 and -' }]);
}

function existing(request, response, next) {
  request.parcel = parcels.get(request.params.parcelId);
  return request.parcel === undefined ? problem(response, 404, 'not-found', 'The parcel does not exist.') : next();
}

function list(request, response) {
  const { limit = '10', cursor = 'c0' } = request.query;
  const faults = [];
  if (!/^-?\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 50)
    faults.push({ pointer: '/limit', detail: 'must be an integer from 1 to 50' });
  if (!/^c[0-9]{1,9}$/.test(cursor)) faults.push({ pointer: '/cursor', detail: 'must be the next_cursor of a page' });
  if (faults.length > 0) return invalid(response, faults);
  const start = Number(cursor.slice(1));
  const page = [...parcels.values()].slice(start, start + Number(limit));
  return response.json({
    parcels: page,
    next_cursor: start + page.length < parcels.size && page.length > 0 ? `c${start + page.length}` : null,
  });
}

function create(request, response) {
  const parcel = add(request.body);
  response.status(201).location(`/parcels/${parcel.parcel_id}`).json(parcel);
}

function replace(request, response) {
  const { parcel_id, created_at } = request.parcel;
  const parcel = { service: 'standard', ...request.body, parcel_id, created_at };
  parcels.set(parcel_id, parcel);
  response.json(parcel);
}

function remove(request, response) {
  parcels.delete(request.parcel.parcel_id);
  response.status(204).end();
}

const notAllowed = (allow) => (_, response) => {
  response.set('Allow', allow);
  problem(response, 405, 'method-not-allowed', 'The path does not support the method.');
};

const json = express.json({ strict: false, limit: 65536 });
const app = express();
app.disable('x-powered-by');
app.use(authenticate);
app.post('/-/reset', (_, response) => (reset(), response.status(204).end()));
app.route('/parcels').get(list).post(jsonOnly, json, contentsOnly, create).all(notAllowed('GET, HEAD, POST'));
app
  .route('/parcels/:parcelId')
  .get(idOnly, existing, (request, response) => response.json(request.parcel))
  .put(jsonOnly, json, idOnly, contentsOnly, existing, replace)
  .delete(idOnly, existing, remove)
  .all(notAllowed('GET, HEAD, PUT, DELETE'));
app.use((_, response) => problem(response, 404, 'not-found', 'The path does not exist.'));
app.use((error, _request, response, _next) => {
  if (error.status === undefined || error.status >= 500)
    return problem(response, 500, 'internal', 'The service failed.');
  if (error.status === 413) return problem(response, 413, 'too-large', 'The body has more than 65536 bytes.');
  return problem(response, error.status, 'not-json', 'The body is not JSON.', { detail: error.message });
});

reset();
app.listen(Number(process.argv[2]), '127.0.0.1');
