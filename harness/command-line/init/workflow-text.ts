/** A GitHub Actions workflow that runs the check on pull requests. */
export function workflowText(install: string): string {
  return `name: parity
on: [pull_request]
permissions:
  contents: read
jobs:
  parity:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${install}
      - run: npx contract-parity check
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: parity-report, path: reports/latest }
`;
}
