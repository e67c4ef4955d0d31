/**
 * A function to minimise. Its value is smallest at the point with 0 in every coordinate, or, for `rosenbrock`, with 1
 * in every coordinate.
 */
export type Objective = (point: readonly number[]) => number;

export const OBJECTIVES: Readonly<Record<string, Objective>> = { sphere, rosenbrock, rastrigin };

function sphere(point: readonly number[]): number {
  return point.reduce((sum, x) => sum + x * x, 0);
}

/** The Rosenbrock function, a banana-shaped valley. In one dimension it is a parabola with its minimum at 1. */
function rosenbrock(point: readonly number[]): number {
  const [first = 0] = point;
  if (point.length < 2) return (1 - first) ** 2;
  return point.slice(1).reduce((sum, next, index) => {
    const x = point[index] ?? 0;
    return sum + 100 * (next - x * x) ** 2 + (1 - x) ** 2;
  }, 0);
}

/** The Rastrigin function: a paraboloid with many local minima. */
function rastrigin(point: readonly number[]): number {
  return point.reduce((sum, x) => sum + x * x - 10 * Math.cos(2 * Math.PI * x) + 10, 0);
}
