/** A process that keeps one core busy until its parent ends. */
process.on('disconnect', () => process.exit());
burn();

/** Computes in slices, so that the end of the parent is noticed between them. */
function burn(): void {
  const end = performance.now() + 50;
  while (performance.now() < end);
  setImmediate(burn);
}
