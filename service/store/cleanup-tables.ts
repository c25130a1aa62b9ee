import type {Generated} from 'kysely';
import type {CleanupRule} from '../../source/contract/cleanup.ts';
import type {Endpoint} from '../../source/contract/endpoint.ts';
import type {CleanupOutcome, CleanupTestStatus, HttpMethod, OrphanReason} from '../../source/contract/enums.ts';
import type {Bit, Json, Millis} from './tables.ts';

/** Tables of endpoints and cleanup. */
export type CleanupTables = {
	endpoints: EndpointTable;
	cleanup_resources: CleanupResourceTable;
	cleanup_tests: CleanupTestTable;
	cleanup_rules: CleanupRuleTable;
};

/** An operation of the API under test. */
export type EndpointTable = {
	id: string;
	project_id: string;
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
	created_at: Millis;
	updated_at: Millis;
};

/** A record that a test created, and what became of it. */
export type CleanupResourceTable = {
	id: string;
	batch_id: string;
	project_id: string;
	run_id: string;
	test_id: string;
	/** Execution that created it: one that was lost and its repetition are both swept. */
	attempt: number;
	call_id: string;
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
	cleanup_test_id: string | null;
	/** The same record as an earlier batch left it. */
	origin_id: string | null;
	origin_batch_id: string | null;
	/** Version of the batch at which this row last changed. */
	rev: number;
	created_at: Millis;
};

/** One DELETE of the sweep, with its repetitions. Planned cleanup tests are runs. */
export type CleanupTestTable = {
	id: string;
	batch_id: string;
	resource_id: string;
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
	id: string;
	project_id: string;
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

export type SweepColumn = {sweep: Generated<SweepState>};
