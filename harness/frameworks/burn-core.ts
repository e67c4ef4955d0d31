/** A process that keeps one core busy until its parent ends. */
process.on('disconnect', () => process.exit());
burn();

/** Computes in short slices, so that the process notices the end of its parent between two slices. */
function burn(): void {
  const end = performance.now() + 50;
  while (performance.now() < end);
  setImmediate(burn);
}
