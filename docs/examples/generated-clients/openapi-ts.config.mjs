export default {
  input: '../first-check/openapi.yaml',
  output: { path: 'src/hey-api', importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
