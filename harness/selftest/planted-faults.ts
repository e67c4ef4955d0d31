import { CARD } from './faults/card.js';
import { CARD_USE } from './faults/card-use.js';
import { COMMAND_LINE } from './faults/command-line.js';
import { CONTRACT } from './faults/contract.js';
import { GENERATION } from './faults/generation.js';
import { FURTHER_CLIENTS } from './faults/further-clients.js';
import { FURTHER_SERVICE } from './faults/further-service.js';
import type { PlantedFault } from './faults/planted-fault.js';
import { RUNS } from './faults/runs.js';
import { SDK_PYTHON } from './faults/sdk-python.js';
import { SDK_TYPESCRIPT } from './faults/sdk-typescript.js';
import { SERVICE_REFUSALS } from './faults/service-refusals.js';
import { SERVICE_REPLIES } from './faults/service-replies.js';
import { SERVICE_STATE } from './faults/service-state.js';
import { SERVICE_VALUES } from './faults/service-values.js';
import { STREAMS } from './faults/streams.js';
import { TOOL_SERVER } from './faults/tool-server.js';
import { UNSEEN } from './faults/unseen/first.js';
import { UNSEEN_EVERYDAY_PROGRAMS } from './faults/unseen/everyday-programs.js';
import { UNSEEN_EVERYDAY_SDKS } from './faults/unseen/everyday-sdks.js';
import { UNSEEN_EVERYDAY_SERVICE } from './faults/unseen/everyday-service.js';
import { UNSEEN_FRONT_ENDS } from './faults/unseen/front-ends.js';
import { UNSEEN_FURTHER_PROGRAMS } from './faults/unseen/further-programs.js';
import { UNSEEN_FURTHER_SDKS } from './faults/unseen/further-sdks.js';
import { UNSEEN_FURTHER_SERVICE } from './faults/unseen/further-service.js';
import { UNSEEN_LATER_PROGRAMS } from './faults/unseen/later-programs.js';
import { UNSEEN_LATER_SDKS } from './faults/unseen/later-sdks.js';
import { UNSEEN_LATER_SERVICE } from './faults/unseen/later-service.js';
import { UNSEEN_LIBRARIES } from './faults/unseen/libraries.js';
import { UNSEEN_ELEVENTH_PROGRAMS } from './faults/unseen/eleventh/programs.js';
import { UNSEEN_ELEVENTH_SDKS } from './faults/unseen/eleventh/sdks.js';
import { UNSEEN_ELEVENTH_SERVICE } from './faults/unseen/eleventh/service.js';
import { UNSEEN_EIGHTH_PROGRAMS } from './faults/unseen/eighth/eighth-programs.js';
import { UNSEEN_EIGHTH_SDKS } from './faults/unseen/eighth/eighth-sdks.js';
import { UNSEEN_EIGHTH_SERVICE } from './faults/unseen/eighth/eighth-service.js';
import { UNSEEN_FIFTH_PROGRAMS } from './faults/unseen/fifth/fifth-programs.js';
import { UNSEEN_FIFTH_SDKS } from './faults/unseen/fifth/fifth-sdks.js';
import { UNSEEN_FIFTH_SERVICE } from './faults/unseen/fifth/fifth-service.js';
import { UNSEEN_FOURTH_PROGRAMS } from './faults/unseen/fourth/fourth-programs.js';
import { UNSEEN_FOURTH_SDKS } from './faults/unseen/fourth/fourth-sdks.js';
import { UNSEEN_FOURTH_SERVICE } from './faults/unseen/fourth/fourth-service.js';
import { UNSEEN_NEXT_PROGRAMS } from './faults/unseen/next/next-programs.js';
import { UNSEEN_NEXT_SDKS } from './faults/unseen/next/next-sdks.js';
import { UNSEEN_NEXT_SERVICE } from './faults/unseen/next/next-service.js';
import { UNSEEN_PROGRAMS } from './faults/unseen/programs.js';
import { UNSEEN_SDKS } from './faults/unseen/sdks.js';
import { UNSEEN_SERVICE } from './faults/unseen/service.js';
import { UNSEEN_NINTH_CARD } from './faults/unseen/ninth/ninth-card.js';
import { UNSEEN_NINTH_PROGRAMS } from './faults/unseen/ninth/ninth-programs.js';
import { UNSEEN_NINTH_SDK_PYTHON } from './faults/unseen/ninth/ninth-sdk-python.js';
import { UNSEEN_NINTH_SDK_TYPESCRIPT } from './faults/unseen/ninth/ninth-sdk-typescript.js';
import { UNSEEN_NINTH_SERVICE } from './faults/unseen/ninth/ninth-service.js';
import { UNSEEN_SIXTH_PROGRAMS } from './faults/unseen/sixth/sixth-programs.js';
import { UNSEEN_SIXTH_SDKS } from './faults/unseen/sixth/sixth-sdks.js';
import { UNSEEN_SIXTH_SERVICE } from './faults/unseen/sixth/sixth-service.js';
import { UNSEEN_SEVENTH_PROGRAMS } from './faults/unseen/seventh/seventh-programs.js';
import { UNSEEN_SEVENTH_SDKS } from './faults/unseen/seventh/seventh-sdks.js';
import { UNSEEN_SEVENTH_SERVICE } from './faults/unseen/seventh/seventh-service.js';
import { UNSEEN_TENTH_PROGRAMS } from './faults/unseen/tenth/programs.js';
import { UNSEEN_TENTH_SDKS } from './faults/unseen/tenth/sdks.js';
import { UNSEEN_TENTH_SERVICE } from './faults/unseen/tenth/service.js';
import { UNSEEN_THIRD_PROGRAMS } from './faults/unseen/third/third-programs.js';
import { UNSEEN_THIRD_SDKS } from './faults/unseen/third/third-sdks.js';
import { UNSEEN_THIRD_SERVICE } from './faults/unseen/third/third-service.js';
import { UNSEEN_TWELFTH_PROGRAMS } from './faults/unseen/twelfth/programs.js';
import { UNSEEN_TWELFTH_RUNS } from './faults/unseen/twelfth/runs.js';
import { UNSEEN_TWELFTH_SDKS } from './faults/unseen/twelfth/sdks.js';
import { UNSEEN_TWELFTH_SERVICE } from './faults/unseen/twelfth/service.js';
import { UNSEEN_THIRTEENTH } from './faults/unseen/thirteenth/all.js';
import { UNSEEN_THIRTEENTH_MORE } from './faults/unseen/thirteenth/more.js';
import { UNSEEN_FOURTEENTH } from './faults/unseen/fourteenth/all.js';
import { UNSEEN_FOURTEENTH_MORE } from './faults/unseen/fourteenth/more.js';
import { UNSEEN_TOOLS } from './faults/unseen/tools.js';
import { UNSEEN_STREAMS } from './faults/unseen/streams.js';
import { UNSEEN_WIRE } from './faults/unseen/wire.js';

/** All faults of the self-test, by area. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...SERVICE_VALUES,
  ...SERVICE_STATE,
  ...SERVICE_REPLIES,
  ...SERVICE_REFUSALS,
  ...SDK_TYPESCRIPT,
  ...SDK_PYTHON,
  ...COMMAND_LINE,
  ...TOOL_SERVER,
  ...CARD,
  ...CARD_USE,
  ...STREAMS,
  ...RUNS,
  ...GENERATION,
  ...CONTRACT,
  ...FURTHER_SERVICE,
  ...FURTHER_CLIENTS,
  ...UNSEEN,
  ...UNSEEN_TOOLS,
  ...UNSEEN_STREAMS,
  ...UNSEEN_WIRE,
  ...UNSEEN_SERVICE,
  ...UNSEEN_SDKS,
  ...UNSEEN_PROGRAMS,
  ...UNSEEN_LIBRARIES,
  ...UNSEEN_FRONT_ENDS,
  ...UNSEEN_FURTHER_SERVICE,
  ...UNSEEN_FURTHER_SDKS,
  ...UNSEEN_FURTHER_PROGRAMS,
  ...UNSEEN_EVERYDAY_SERVICE,
  ...UNSEEN_EVERYDAY_SDKS,
  ...UNSEEN_EVERYDAY_PROGRAMS,
  ...UNSEEN_LATER_SERVICE,
  ...UNSEEN_LATER_SDKS,
  ...UNSEEN_LATER_PROGRAMS,
  ...UNSEEN_NEXT_SERVICE,
  ...UNSEEN_NEXT_SDKS,
  ...UNSEEN_NEXT_PROGRAMS,
  ...UNSEEN_THIRD_SERVICE,
  ...UNSEEN_THIRD_SDKS,
  ...UNSEEN_THIRD_PROGRAMS,
  ...UNSEEN_FOURTH_SERVICE,
  ...UNSEEN_FOURTH_SDKS,
  ...UNSEEN_FOURTH_PROGRAMS,
  ...UNSEEN_FIFTH_SERVICE,
  ...UNSEEN_FIFTH_SDKS,
  ...UNSEEN_FIFTH_PROGRAMS,
  ...UNSEEN_SIXTH_SERVICE,
  ...UNSEEN_SIXTH_SDKS,
  ...UNSEEN_SIXTH_PROGRAMS,
  ...UNSEEN_SEVENTH_SERVICE,
  ...UNSEEN_SEVENTH_SDKS,
  ...UNSEEN_SEVENTH_PROGRAMS,
  ...UNSEEN_EIGHTH_SERVICE,
  ...UNSEEN_EIGHTH_SDKS,
  ...UNSEEN_EIGHTH_PROGRAMS,
  ...UNSEEN_NINTH_SERVICE,
  ...UNSEEN_NINTH_SDK_TYPESCRIPT,
  ...UNSEEN_NINTH_SDK_PYTHON,
  ...UNSEEN_NINTH_PROGRAMS,
  ...UNSEEN_NINTH_CARD,
  ...UNSEEN_TENTH_SERVICE,
  ...UNSEEN_TENTH_SDKS,
  ...UNSEEN_TENTH_PROGRAMS,
  ...UNSEEN_ELEVENTH_SERVICE,
  ...UNSEEN_ELEVENTH_SDKS,
  ...UNSEEN_ELEVENTH_PROGRAMS,
  ...UNSEEN_TWELFTH_SERVICE,
  ...UNSEEN_TWELFTH_RUNS,
  ...UNSEEN_TWELFTH_SDKS,
  ...UNSEEN_TWELFTH_PROGRAMS,
  ...UNSEEN_THIRTEENTH,
  ...UNSEEN_THIRTEENTH_MORE,
  ...UNSEEN_FOURTEENTH,
  ...UNSEEN_FOURTEENTH_MORE,
];
