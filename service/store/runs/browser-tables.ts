import type {HealId, RunId, TestId} from '../../../contract/ids.ts';
import type {Generated} from 'kysely';
import type {Locator} from '../../../contract/locator.ts';
import type {Fingerprint, Script} from '../../../contract/script.ts';
import type {HealStatus} from '../../../contract/heal.ts';
import type {Bit, Json, Millis} from '../columns.ts';

/** The tables of runs in a browser. */
export type BrowserTables = {
	run_steps: RunStepTable;
	blobs: BlobTable;
	scripts: ScriptTable;
	heals: HealTable;
};

/** A step of a run of a plan, with what the browser showed at its end. Its text stands in the plan of the run. */
export type RunStepTable = {
	run_id: RunId;
	/** From 1. */
	step_index: number;
	/** The execution it belongs to: those of one that was lost are replaced. */
	attempt: number;
	step_type: 'action' | 'assertion';
	/** Operation of the reading; null: not read. */
	action: string | null;
	/** Null: not reached, or not read. */
	status: 'passed' | 'failed' | null;
	error: string | null;
	note: string | null;
	healed: Bit;
	duration_ms: number | null;
	reading: string | null;
	locator: Json<Locator> | null;
	captured: Json<{name: string; value: string}> | null;
	/** `StepFailure` of service/browser/frontend-job.ts. */
	failure: Json<object> | null;
	picture_hash: string | null;
	html_hash: string | null;
	outline_hash: string | null;
	/** Null: not reached. */
	ended_at: Millis | null;
	/** Long texts last. */
	console: Json<object[]>;
	requests: Json<object[]>;
	log: string;
};

/** Bytes by their SHA-256: equal pictures are kept once. `type` is what they are; HTML and outlines are packed by gzip. */
export type BlobTable = {
	hash: string;
	type: 'image/png' | 'text/html' | 'text/plain';
	/** Empty where they stand at an address. */
	bytes: Uint8Array;
	/** Of `ArtifactPlace`; null: they stand here. */
	address: string | null;
};

/** The saved script of a test. */
export type ScriptTable = {
	test_id: TestId;
	/** The run that saved it last. */
	run_id: RunId;
	script: Json<Script>;
	updated_at: Millis;
};

/** An element that a repair speaks of; `to` has the fingerprint that takes the place of the saved one. */
export type HealTarget = {locator: Locator; role: string; name: string; fingerprint?: Fingerprint};

/** A repair that a run has made, and what a person said of it. */
export type HealTable = {
	id: HealId;
	test_id: TestId;
	run_id: RunId;
	step_index: number;
	/** Which element of the step: `target`, or another of its parts. */
	slot: string;
	status: HealStatus;
	score: number;
	margin: number;
	evidence: Json<string[]>;
	from_target: Json<HealTarget>;
	to_target: Json<HealTarget>;
	saved_from_run_id: RunId | null;
	created_at: Millis;
	decided_at: Millis | null;
};

/** What a run in a browser has beside the columns of every run. */
export type BrowserRunColumns = {
	/** The steps as they were at the trigger; null: the run has code. */
	plan_steps: Json<unknown[]> | null;
	viewport: string | null;
	auto_heal: Generated<Bit>;
	/** From 1; also of a step that could not be read. */
	failed_step_index: number | null;
	healed_steps: Generated<Json<number[]>>;
	browser: Json<{name: string; version: string}> | null;
};
