import type {
	BatchId,
	CallId,
	CleanupResourceId,
	CleanupRuleId,
	CleanupTestId,
	EndpointId,
	ProjectId,
	RunId,
	TestId,
} from '../../../contract/ids.ts';
import type {Generated} from 'kysely';
import type {CleanupRule, CleanupSettings, OwnershipProof} from '../../../contract/cleanup.ts';
import type {Endpoint} from '../../../contract/endpoint.ts';
import type {
	CleanupMode,
	CleanupOutcome,
	CleanupTestStatus,
	HttpMethod,
	OrphanReason,
	UncreatedReason,
} from '../../../contract/enums.ts';
import type {Answer, EndpointDetail} from '../../domain/endpoint-detail.ts';
import type {Bit, Json, Millis} from '../columns.ts';

/** Tables of endpoints and cleanup. */
export type CleanupTables = {
	endpoints: EndpointTable;
	cleanup_resources: CleanupResourceTable;
	cleanup_tests: CleanupTestTable;
	cleanup_rules: CleanupRuleTable;
	cleanup_calls: CleanupCallTable;
	cleanup_settings: CleanupSettingsTable;
	seen_records: SeenRecordTable;
	seen_batches: SeenBatchTable;
};

/** An operation of the API under test. */
export type EndpointTable = {
	id: EndpointId;
	project_id: ProjectId;
	method: HttpMethod;
	/** Template: `/orders/{orderId}`. */
	path: string;
	/** Path of the document's server, which stands in front of the template; empty for most. */
	base_path: string;
	family: string;
	summary: string | null;
	origin: 'document' | 'probe' | 'manual';
	confirmed: Bit;
	unconfirmed_reason: string | null;
	request_shape: Json<Endpoint['requestShape']>;
	response_shape: Json<Endpoint['responseShape']>;
	auth: Json<Endpoint['auth']>;
	/** Fields that a person changed: an import leaves them alone. */
	edited: Json<string[]>;
	/** The template without the names of its parameters: what sources that name one endpoint agree on. */
	path_key: string;
	/** What stands between the target URL of the project and the template when the API is called; empty for most. */
	call_prefix: string;
	/** In the order in which the sources name them. */
	place: number;
	/** What planning knows beyond the shapes; schemas of answers are names of `endpoint_shapes`. */
	detail: Json<Partial<EndpointDetail<string | null>>>;
	/** What the API itself has answered; a later discovery that does not call it leaves this alone. */
	observed: Json<Answer[]>;
	created_at: Millis;
	updated_at: Millis;
};

/** A record that a test created, and what became of it. */
export type CleanupResourceTable = {
	id: CleanupResourceId;
	batch_id: BatchId;
	project_id: ProjectId;
	run_id: RunId;
	test_id: TestId;
	/** Execution that created it: one that was lost and its repetition are both swept. */
	attempt: number;
	call_id: CallId;
	/** The same whenever the calls of the batch are searched again. */
	key: string;
	/** Name under which the test captured its handle. */
	variable: string | null;
	handle: string | null;
	/** Kind of record, such as `/items`. */
	family: string;
	source_method: string;
	source_path: string;
	/** Template and address of its DELETE; null when none is known. */
	delete_path: string | null;
	delete_url: string | null;
	/** Address of its DELETE as far as it is known, with parameters in the place of what is missing: never sent. */
	known_url: string | null;
	/** What its DELETE is sent with beside its address; null: nothing. */
	delete_with: Json<DeleteWith> | null;
	/** What proves that the batch made it; null: nothing. */
	proof: Json<OwnershipProof> | null;
	/** Fields that were considered as its handle when none was found; null: none. */
	considered: Json<ConsideredField[]> | null;
	/** Anything else to know, in words. */
	note: string | null;
	/** Ids of the records of this batch that it belongs to. */
	parents: Json<string[]>;
	/** Headers of the creating request that its DELETE repeats. */
	headers: Json<Record<string, string>>;
	/** In the order of creation. */
	place: number;
	/** 1: removed after all others. */
	is_last: Bit;
	outcome: CleanupOutcome;
	reason: OrphanReason | null;
	cleanup_test_id: CleanupTestId | null;
	/** The same record as an earlier batch left it. */
	origin_id: string | null;
	origin_batch_id: BatchId | null;
	/** Version of the batch at which this row last changed. */
	rev: number;
	created_at: Millis;
};

/** What a DELETE is sent with beside its address. */
export type DeleteWith = {
	/** JSON; null: it has no body. */
	body: string | null;
	/** State of the record that it means, as the answers of the tests have shown it. */
	ifMatch: string | null;
	/** Address under which the record is read; null: that of the DELETE. */
	readUrl: string | null;
	/** Its address names a revision that changes with the record: in this parameter of the query, else at the end of the path. */
	/** What is sent instead, where the API has no DELETE: `POST /customer/remove {ids}`; absent: the DELETE itself. */
	sent?: {method: HttpMethod; path: string; url: string; body: string | null};
	revision: {query: string | null /** Where an answer holds it, best first. */; pointers: string[]} | null;
};

/** A field that might be the handle of a record, with the start of its value. */
export type ConsideredField = {field: string; preview: string};

/** A write of a test that was answered 2xx and that is judged to have made nothing. */
export type CleanupCallTable = {
	batch_id: BatchId;
	call_id: CallId;
	run_id: RunId;
	test_id: TestId;
	method: string;
	/** Template. */
	path: string;
	reason: UncreatedReason;
	/** The reason in words. */
	text: string;
	/** In the order of the calls. */
	place: number;
	/** Version of the batch at which the list last changed: the same for all of a batch. */
	rev: number;
};

/** How the cleanup of a project works; without a row, as `defaultCleanupSettings` says. */
export type CleanupSettingsTable = {
	project_id: ProjectId;
	mode: CleanupMode;
	parallel: number;
	read_before: Bit;
	handles: Json<CleanupSettings['handles']>;
	masked_fields: Json<CleanupSettings['maskedFields']>;
	updated_at: Millis;
};

/**
 * A record that recorded answers of a project have shown, kept longer than the answers themselves. One row is the present
 * life of a key: a record that was seen to be gone and is shown again begins a new one.
 */
export type SeenRecordTable = {
	project_id: ProjectId;
	/** 52 bits of a hash of the kind of record and its handle. */
	key: number;
	first_at: Millis;
	last_at: Millis;
	/** When it was seen to be gone; null: it was not. */
	gone_at: Millis | null;
};

/** A batch whose recorded calls are all in `seen_records`. */
export type SeenBatchTable = {batch_id: BatchId; project_id: ProjectId};

/** One DELETE of the sweep, with its repetitions. Planned cleanup tests are runs. */
export type CleanupTestTable = {
	id: CleanupTestId;
	batch_id: BatchId;
	resource_id: CleanupResourceId;
	title: string;
	/** Template of the DELETE. */
	path: string;
	status: CleanupTestStatus;
	http_status: number | null;
	response_body: string | null;
	error: string | null;
	/** DELETE calls so far. */
	attempts: number;
	/** 1: still to be sent, or to be sent again. */
	is_due: Bit;
	/** In the order of execution. */
	place: number;
	rev: number;
};

export type CleanupRuleTable = {
	id: CleanupRuleId;
	project_id: ProjectId;
	instruction: string;
	kind: 'skip_endpoint' | 'skip_records' | 'serial' | 'order';
	method: string | null;
	path: string | null;
	filter: Json<NonNullable<CleanupRule['filter']>> | null;
	/** Families, those that are deleted first before the others. */
	sequence: Json<string[]> | null;
	created_at: Millis;
};

/**
 * Where the sweep of a batch stands. `none`: nothing to do, or not yet; `search`: its tests have ended and what they
 * created is to be found; `found`: known, teardown tests run; `due`: the sweep runs; `retry`: parts of it run again
 * after the end of the batch.
 */
export type SweepState = 'none' | 'search' | 'found' | 'due' | 'retry';

export type SweepColumns = {
	sweep: Generated<SweepState>;
	/** 1: DELETEs that are due wait for somebody's word. */
	cleanup_asks: Generated<Bit>;
};
