import { CARD } from '../generated/card.js';
import { defineServiceCard } from '../runtime/service-card.js';

defineServiceCard(CARD);
