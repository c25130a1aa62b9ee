import * as z from 'zod/mini';

/**
 * Enumerations of the wire. Values may be added within a version: readers treat an unknown one as a
 * plain string, so answers are declared with `open()` and only requests with the closed form.
 */
export const scopes = [
	'read:me',
	'read:projects',
	'read:tests',
	'write:projects',
	'write:tests',
	'run:tests',
	'admin:keys',
	/** Accounts of the service; of keys of the first account alone. */
	'admin:accounts',
] as const;
export type Scope = (typeof scopes)[number];

/** What somebody may do in an account, from everything to reading. */
export const memberRoles = ['owner', 'editor', 'runner', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const plans = ['Free', 'Starter', 'Standard', 'Pro'] as const;
export type Plan = (typeof plans)[number];

export const createdFroms = ['portal', 'mcp', 'cli'] as const;
export type CreatedFrom = (typeof createdFroms)[number];

export const sources = ['cli', 'portal', 'mcp', 'schedule', 'github_action'] as const;
export type Source = (typeof sources)[number];

export const testTypes = ['frontend', 'backend'] as const;
export type TestType = (typeof testTypes)[number];

export const priorities = ['p0', 'p1', 'p2', 'p3'] as const;
export type Priority = (typeof priorities)[number];

export const authTypes = ['public', 'Bearer token', 'API key', 'basic token'] as const;
export type AuthType = (typeof authTypes)[number];

export const credentialModes = ['static', 'auto_auth', 'none'] as const;
export type CredentialMode = (typeof credentialModes)[number];

export const authHealths = ['verified', 'pending', 'failing', 'disabled', 'none'] as const;
export type AuthHealthState = (typeof authHealths)[number];

export const testStatuses = [
	'draft',
	'ready',
	'queued',
	'running',
	'passed',
	'failed',
	'blocked',
	'cancelled',
	'unknown',
] as const;
export type TestStatus = (typeof testStatuses)[number];

export const executionStatuses = ['draft', 'ready', 'queued', 'running', 'completed', 'cancelled', 'unknown'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export const testKinds = ['endpoint', 'integration', 'cleanup'] as const;
export type TestKind = (typeof testKinds)[number];

export const runStatuses = ['queued', 'running', 'passed', 'failed', 'blocked', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Statuses that end a run. */
export const terminalRunStatuses = ['passed', 'failed', 'blocked', 'cancelled'] as const;
export type TerminalRunStatus = (typeof terminalRunStatuses)[number];
export const isTerminal = (status: string): status is TerminalRunStatus =>
	(terminalRunStatuses as readonly string[]).includes(status);

/** The displayed status of a member, chain or step. */
export const labels = ['Pending', 'Running', 'Pass', 'Failed', 'Blocked', 'Cancelled', 'Skipped'] as const;
export type Label = (typeof labels)[number];

export const failureKinds = [
	'assertion',
	'assertion_blocked',
	/** A happy path that the API has never accepted: somebody has to give an example. */
	'input_refused',
	'routing_404',
	'network_timeout',
	'network',
	'timeout',
	'browser_crash',
	'infra',
	'unknown',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export const blockedReasons = [
	'producer_failed',
	'producer_blocked',
	'producer_cancelled',
	'not_captured',
	'no_producer',
	'name_mismatch',
	'producer_unticked',
	'circular_dependency',
	'stale_capture',
	'auth_failing',
	/** The API stopped answering and did not come back. */
	'target_down',
	/** The API asked for patience twice (429). */
	'rate_limited',
	/** A stored secret that it needs cannot be decrypted: the key of the service was lost or changed. */
	'credential_unreadable',
] as const;
export type BlockedReason = (typeof blockedReasons)[number];

export const roles = ['selected', 'producer', 'consumer', 'teardown'] as const;
export type Role = (typeof roles)[number];

export const batchPhases = ['queued', 'tests', 'cleanup', 'done'] as const;
export type BatchPhase = (typeof batchPhases)[number];

export const batchTriggers = ['run', 'rerun', 'run_all', 'rerun_all', 'schedule', 'test_list'] as const;
export type BatchTrigger = (typeof batchTriggers)[number];

export const memberConflicts = ['in_flight', 'local_address', 'no_code', 'no_browser', 'not_found', 'error'] as const;
export type MemberConflict = (typeof memberConflicts)[number];

/** `waiting`: for the tests. `asking`: the batch is done, its DELETEs are known, none is sent until somebody says so. */
export const cleanupStates = ['none', 'waiting', 'running', 'done', 'failed', 'asking'] as const;
export type CleanupState = (typeof cleanupStates)[number];

/**
 * `gone`: read back after the sweep and not there any more, such as a record that went with its parent; with the reason
 * `unknown_outcome`: the call was never answered, and reading has told that it made nothing.
 */
export const cleanupOutcomes = ['pending', 'test', 'auto', 'gone', 'orphaned', 'failed', 'kept', 'dismissed'] as const;
export type CleanupOutcome = (typeof cleanupOutcomes)[number];

export const cleanupTestStatuses = ['Pending', 'Running', 'Passed', 'Failed', 'Skipped'] as const;
export type CleanupTestStatus = (typeof cleanupTestStatuses)[number];

/**
 * Why a record might still be there. `may_have_existed`: nothing proves that the batch made it, so it is deleted only on
 * request. `shared_address`: its DELETE goes to the whole collection and only its body names the record, so that it is sent
 * on request only. `wrong_endpoint`: its DELETE answered 404 and was never shown to be the right one. `archived`: the DELETE was
 * accepted and the record can still be read. `no_credential`: the DELETE would have gone out without a credential.
 * `unknown_outcome`: the call was sent and never answered, because its test was cancelled, timed out or was killed.
 */
export const orphanReasons = [
	'no_delete_endpoint',
	'delete_failed',
	'handle_missing',
	'may_have_existed',
	'shared_address',
	'wrong_endpoint',
	'archived',
	'no_credential',
	'unknown_outcome',
] as const;
export type OrphanReason = (typeof orphanReasons)[number];

/**
 * What proves that a batch made a record: the server chose its id and no answer had shown it before; its absence was read
 * before; the answer says that it was created during the batch; it lies below a record that the batch made; its call was
 * never answered, and it was read back with what only that call had sent; it is named after the execution (its name holds
 * `RUN_TAG`, eight digits that no other execution has).
 */
export const proofKinds = [
	'server_id',
	'absent_before',
	'created_at',
	'owned_parent',
	'read_back',
	'own_name',
] as const;

/**
 * Why a call that was answered 2xx counts as one that made nothing that is still there. `answered_error`: the answer says
 * that it failed. `known_record`: it speaks of a record that was there before. `own_record`: it did something to a record
 * that the batch made. `hands_out_token`: a login. `lists_records`: it answered a search. `other_host`: it did not go to the target. `deleted_by_test`: a test
 * deleted what it had made. `no_trace`: neither its answer nor an endpoint speaks of a record.
 */
export const uncreatedReasons = [
	'answered_error',
	'known_record',
	'own_record',
	'hands_out_token',
	'lists_records',
	'other_host',
	'deleted_by_test',
	'no_trace',
] as const;
export type UncreatedReason = (typeof uncreatedReasons)[number];

/** What the end of the tests means for cleanup: delete, wait for a word, or only list. */
export const cleanupModes = ['auto', 'ask', 'off'] as const;
export type CleanupMode = (typeof cleanupModes)[number];

export const callKinds = ['test', 'discovery', 'auth', 'cleanup', 'prerequisite'] as const;
export type CallKind = (typeof callKinds)[number];

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

export const categories = ['functional', 'schema', 'auth', 'error_edge', 'boundary_load', 'security'] as const;
export type Category = (typeof categories)[number];

export const zeroReasons = [
	'auth_pattern_missing',
	'response_shape_unclear',
	'no_own_record',
	'excluded_by_instruction',
	'covered_elsewhere',
	'unsupported_protocol',
] as const;
export type ZeroReason = (typeof zeroReasons)[number];

export const planStages = ['exploration', 'strategy', 'proposals'] as const;
export type PlanStage = (typeof planStages)[number];

export const planStatuses = ['none', 'generating', 'draft', 'locked', 'failed'] as const;
export type PlanStatus = (typeof planStatuses)[number];

export const generationStatuses = ['queued', 'generating', 'assembling', 'done', 'failed', 'cancelled'] as const;
export type GenerationStatus = (typeof generationStatuses)[number];

export const generationItemStatuses = ['queued', 'generating', 'verifying', 'ready', 'rejected', 'cancelled'] as const;
export type GenerationItemStatus = (typeof generationItemStatuses)[number];

/** Why the gate does not accept a generated test. */
export const gateCodes = [
	'malformed',
	'not_executed',
	'wrong_endpoint',
	'no_real_assertion',
	'undeclared_variable',
] as const;
export type GateCode = (typeof gateCodes)[number];

export const changeSetStatuses = ['drafting', 'ready', 'applied', 'undone', 'discarded', 'failed'] as const;
export type ChangeSetStatus = (typeof changeSetStatuses)[number];

export const changeSetSources = [
	'words',
	'model',
	'edge',
	'learned',
	'settled',
	'finding',
	'generated',
	'sample',
] as const;
export type ChangeSetSource = (typeof changeSetSources)[number];

/** `pinned`, `cut`: corrected by a person. */
export const edgeStates = ['inferred', 'pinned', 'cut'] as const;
export type EdgeState = (typeof edgeStates)[number];

export const fixTargetKinds = ['code', 'selector', 'data', 'env', 'unknown'] as const;

export const evidenceKinds = ['screenshot', 'snapshot', 'log', 'network', 'console'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/**
 * An enumeration of an answer: documented values, any string accepted ("the client treats unknown values as plain
 * strings and never fails on them").
 */
export const open = <const T extends readonly [string, ...string[]]>(values: T) =>
	z.string().check(z.meta({examples: [...values], 'x-values': [...values]})) as unknown as z.ZodMiniType<
		T[number] | (string & {}),
		T[number] | (string & {})
	>;
