import type { Cluster, Clusters } from '../cluster.js';
import { CHANGED_ITEM_STEP } from './state/changed-item.js';
import { CHANGED_ECHO_STEP } from './replies/changed-echo.js';
import { CONSEQUENCES_STEP } from './consequences.js';
import { DECODED_TEXTS_STEP } from './requests/decoded-texts.js';
import { DROPPED_MEMBERS_STEP } from './refusals/dropped-members.js';
import { EACH_FAILURE_STEP } from './replies/each-failure.js';
import { EMPTY_PARAMETERS_STEP } from './refusals/empty-parameters.js';
import { EVENT_RULES_STEP } from './streams/event-rules.js';
import { IGNORED_PARENT_STEP } from './refusals/ignored-parent.js';
import { FAILURE_SIGNAL_STEP } from './replies/failure-signal.js';
import { GATE_CHOICES_STEP } from './requests/gate-choices.js';
import { LOST_FAILURE_STEP } from './replies/lost-failure.js';
import { OMITTED_MEMBERS_STEP } from './requests/omitted-members.js';
import { NOT_FOUND_STEP } from './refusals/not-found.js';
import { NOT_VALIDATED_STEP, RANGE_STEP, SWITCHED_OFF_STEP } from './refusals/not-validated.js';
import { IN_PARTS_STEP } from './network/in-parts.js';
import { INVALID_ITEM_STEP } from './state/invalid-item.js';
import { NULL_MEMBERS_STEP } from './refusals/null-members.js';
import { CONVERTED_FORMAT_STEP } from './refusals/converted-format.js';
import { ONE_CONSTRAINT_STEP } from './refusals/one-constraint.js';
import { ONE_CRASH_STEP } from './replies/one-crash.js';
import { ONE_DEADLINE_STEP } from './network/one-deadline.js';
import { ONE_ENCODER_STEP } from './requests/one-encoder.js';
import { ONE_FAILURE_STEP } from './replies/one-failure.js';
import { ONE_FORMAT_STEP } from './replies/one-format.js';
import { ONE_LIMIT_STEP } from './requests/one-limit.js';
import { ONE_LABEL_STEP } from './replies/one-label.js';
import { ONE_LIST_STEP } from './state/one-list.js';
import { ONE_MEMBER_STEP } from './replies/one-member.js';
import { ONE_OBJECT_STEP } from './replies/one-object.js';
import { ONE_REPLACEMENT_STEP } from './replies/one-replacement.js';
import { ONE_REFUSAL_STEP } from './refusals/one-refusal.js';
import { LOST_ACTION_STEP } from './state/lost-action.js';
import { OTHER_CASE_STEP } from './refusals/other-case.js';
import { ONE_RESOURCE_STEP } from './one-resource.js';
import { ONE_PAGER_STEP } from './state/one-pager.js';
import { ONE_READER_STEP } from './replies/one-reader.js';
import { ONE_RELATION_STEP } from './requests/one-relation.js';
import { REBUILT_BODY_STEP } from './requests/rebuilt-body.js';
import { RESULT_TEXT_STEP } from './replies/result-text.js';
import { RAW_REQUESTS_STEP } from './refusals/raw-requests.js';
import { REMOVED_MEMBERS_STEP } from './refusals/removed-members.js';
import { REPLY_ENCODING_STEP } from './replies/reply-encoding.js';
import { REPEATED_IDENTIFIER_STEP } from './state/repeated-identifier.js';
import { REPEATED_REQUEST_STEP } from './requests/repeated-request.js';
import { RESUMED_STREAMS_STEP } from './streams/resumed-streams.js';
import { REPLACED_PROBLEM_STEP } from './replies/replaced-problem.js';
import { SHARED_CALLS_STEP } from './state/shared-calls.js';
import { SEVERAL_REQUESTS_STEP } from './requests/several-requests.js';
import { SEVERAL_MEMBERS_STEP } from './refusals/several-members.js';
import { SAME_PLACE_STEP } from './same-place.js';
import { SERVER_ERRORS_STEP } from './refusals/server-errors.js';
import { STORED_INVALID_STEP } from './refusals/stored-invalid.js';
import { STORED_VALUE_STEP } from './state/stored-value.js';
import { UNCHECKED_ARGUMENTS_STEP } from './requests/unchecked-arguments.js';
import { TYPE_SPELLING_STEP } from './replies/type-spelling.js';
import { UNREACHABLE_ITEM_STEP } from './state/unreachable-item.js';
import { WHOLE_MEMBER_STEP } from './state/whole-member.js';
import { WHOLE_VALUE_STEP } from './replies/whole-value.js';
import { UNKNOWN_ITEMS_STEP } from './refusals/unknown-items.js';
import { RENAMED_MEMBERS_STEP } from './renamed-members.js';
import { ONE_STORED_MEMBER_STEP } from './state/one-stored-member.js';
import { WRITE_ONLY_MEMBER_STEP } from './replies/write-only-member.js';
import { WRONG_READ_STEP } from './state/wrong-read.js';
import type { GroupingStep } from '../step.js';

/**
 * All grouping steps, in the order in which they run. Afterwards, there is one finding for each cause. Violations of
 * two surfaces never form one finding. A violation of the service and a violation of a surface form one finding only if
 * a wrong request of the surface explains the violation of the service.
 */
export const GROUPING_STEPS: readonly GroupingStep[] = [
  REPEATED_IDENTIFIER_STEP,
  WRONG_READ_STEP,
  WHOLE_MEMBER_STEP,
  CHANGED_ITEM_STEP,
  STORED_VALUE_STEP,
  UNREACHABLE_ITEM_STEP,
  RAW_REQUESTS_STEP,
  RESUMED_STREAMS_STEP,
  CONSEQUENCES_STEP,
  RESULT_TEXT_STEP,
  SEVERAL_REQUESTS_STEP,
  ONE_ENCODER_STEP,
  STORED_INVALID_STEP,
  REPLY_ENCODING_STEP,
  CHANGED_ECHO_STEP,
  INVALID_ITEM_STEP,
  OMITTED_MEMBERS_STEP,
  SAME_PLACE_STEP,
  ONE_LIMIT_STEP,
  ONE_READER_STEP,
  WHOLE_VALUE_STEP,
  REBUILT_BODY_STEP,
  LOST_FAILURE_STEP,
  FAILURE_SIGNAL_STEP,
  TYPE_SPELLING_STEP,
  REPEATED_REQUEST_STEP,
  REPLACED_PROBLEM_STEP,
  ONE_RELATION_STEP,
  DECODED_TEXTS_STEP,
  ONE_REPLACEMENT_STEP,
  RENAMED_MEMBERS_STEP,
  ONE_OBJECT_STEP,
  ONE_STORED_MEMBER_STEP,
  ONE_MEMBER_STEP,
  ONE_DEADLINE_STEP,
  WRITE_ONLY_MEMBER_STEP,
  ONE_FAILURE_STEP,
  ONE_FORMAT_STEP,
  ONE_LABEL_STEP,
  ONE_LIST_STEP,
  ONE_PAGER_STEP,
  LOST_ACTION_STEP,
  SHARED_CALLS_STEP,
  UNCHECKED_ARGUMENTS_STEP,
  EVENT_RULES_STEP,
  GATE_CHOICES_STEP,
  ONE_CRASH_STEP,
  EACH_FAILURE_STEP,
  IN_PARTS_STEP,
  NOT_FOUND_STEP,
  UNKNOWN_ITEMS_STEP,
  IGNORED_PARENT_STEP,
  EMPTY_PARAMETERS_STEP,
  NULL_MEMBERS_STEP,
  OTHER_CASE_STEP,
  CONVERTED_FORMAT_STEP,
  NOT_VALIDATED_STEP,
  SWITCHED_OFF_STEP,
  RANGE_STEP,
  REMOVED_MEMBERS_STEP,
  DROPPED_MEMBERS_STEP,
  ONE_CONSTRAINT_STEP,
  ONE_RESOURCE_STEP,
  SERVER_ERRORS_STEP,
  SEVERAL_MEMBERS_STEP,
  ONE_REFUSAL_STEP,
];

/**
 * The clusters of a run after all grouping steps, one for each cause. They are sorted by rule and then by the number of
 * their first case.
 */
export function groupedClusters(clusters: Clusters): readonly Cluster[] {
  return GROUPING_STEPS.reduce((kept, step) => step.apply(kept, clusters), clusters.inOrder());
}
