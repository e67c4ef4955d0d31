import { defineServiceCard } from '../runtime/service-card.js';
import { CARD } from './generated/card.js';

defineServiceCard(CARD);
