/** A process that keeps one core busy until its parent is gone. */
process.on('disconnect', () => process.exit());
burn();

/** In slices, between which the loss of the parent is noticed. */
function burn(): void {
  const end = performance.now() + 50;
  while (performance.now() < end);
  setImmediate(burn);
}
