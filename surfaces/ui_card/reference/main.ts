import { CARD } from '../generated/card.js';
import { defineServiceCard } from './service-card.js';

defineServiceCard(CARD);
