import type {PlanOperation} from '../model/operation.ts';
import type {Kind} from './kind.ts';

/** Something that could give the value of a place. */
export type Candidate = {
	operation: PlanOperation;
	/** Kind whose handle it gives; null: any value of an answer. */
	kind: Kind | null;
	/** In the answer: `$.data.id`, `header:Location`; `sent:$.name`, `sent:name` for what the creator chooses itself. */
	pointer: string;
	/** 0 to 1. */
	score: number;
	reason: string;
	/** The record is somebody else's: taken out of a list. */
	borrowed: boolean;
};

/** A producer that a person, a link of the document or observed traffic names. */
export type EdgeHint = {
	consumer: string;
	/** `path:userId` */
	place: string;
	producer: string;
	pointer: string | null;
	score: number;
	reason: string;
};

/** What a person has decided about a place; `key` is `METHOD /path place`. */
export type Correction = {state: 'pinned'; producer: string; pointer: string | null} | {state: 'cut'; value?: unknown};

/** A need of an operation, and where its value comes from. */
export type PlannedEdge = {
	consumer: PlanOperation;
	place: string;
	required: boolean;
	/** Null: nobody produces it. */
	producer: Candidate | null;
	variable: string;
	/** A person has given this place the name. */
	renamed?: boolean;
	state: 'inferred' | 'pinned' | 'cut';
	ambiguous: boolean;
	confirmed: boolean;
	reason: string;
	/** Best first, without the chosen one. */
	alternatives: Candidate[];
	/** Given with a cut. */
	value?: unknown;
	/** Key of the environment variable that gives the value; null: none is needed. */
	environmentKey: string | null;
};

/** Scores from here are used without a word. */
export const sure = 0.8;
/** Scores from here are used and shown as a guess. */
export const usable = 0.5;
