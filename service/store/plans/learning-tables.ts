import type {RunId, TestId} from '../../../contract/ids.ts';
import type {DeletionMark, EchoForm} from '../../domain/echo-form.ts';
import type {Json, Millis} from '../columns.ts';

/** Tables of what first runs have shown. */
export type LearningTables = {learnings: LearningTable};

/** What one test has shown in one environment. */
export type LearningTable = {
	test_id: TestId;
	/** Empty: the project's own address. */
	environment: string;
	/** `probation`: seen once. `confirmed`: seen again. `settled`: stands in the test, or waits beside one edited by hand. */
	state: 'probation' | 'confirmed' | 'settled';
	/** Of the calls it was seen in: when they change, it is seen anew. */
	calls_hash: string;
	/** The first complete run. */
	run_id: RunId;
	observed: Json<Observation>;
	noted: Json<Noted[]>;
	updated_at: Millis;
};

/** What a step's answers have in common: never values, times, counts, order, latency. */
export type StepObservation = {
	calls: number;
	/** Ascending. */
	statuses: number[];
	/** Media type without its parameters; null: none, or several. */
	contentType: string | null;
	/** Of `Location`, `ETag` and `Link` those that every answer has. */
	headers: string[];
	/** Places and types of the bodies; null: no JSON. */
	body: ObservedSchema | null;
	/** Top-level fields that came back as they were sent. */
	echoes: string[];
};
/** By the id of the step. */
export type Observation = {[step: string]: StepObservation};
export type ObservedSchema = {
	type?: string | string[];
	properties?: {[name: string]: ObservedSchema};
	required?: string[];
	items?: ObservedSchema;
};

/** An expectation that the API did not keep and that was only noted. */
export type Noted = {
	step: string;
	assert: string;
	kind: 'status' | 'content_type' | 'header_missing' | 'shape' | 'input_accepted';
	/** The same for every endpoint and run that shows it. */
	difference: string;
	document: string | null;
	observed: string;
	/** Case of the step that was accepted; null: it has none. */
	case: string | null;
	/** `seq` of the call. */
	call: number;
	/** Of a field that did not come back as it was sent, and its name. */
	form?: EchoForm;
	field?: string;
	/** By what a record that is still there says that it is deleted. */
	mark?: DeletionMark;
	/** The document leaves it open: the test learns it, and it is no finding. */
	isOpen?: true;
};

/** An assertion that did not hold and was only noted, as the run-time reports it; no value of an answer stands here. */
export type NotedLine = {
	line: number;
	/** Lines of the test that led there, innermost first. */
	lines: number[];
	/** `seq` of the call that was made last. */
	call: number;
	/** The field it is about, as its message names it; empty: none. */
	field: string;
	forms?: Record<string, EchoForm>;
	mark?: DeletionMark;
};
