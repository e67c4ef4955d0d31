import { defineServiceCard } from '../reference/service-card.js';
import { CARD } from './generated/card.js';

defineServiceCard(CARD);
