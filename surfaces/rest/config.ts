export interface RestConfig {
  readonly driver: 'rest';
}
