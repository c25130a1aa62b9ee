import type {PlanContext} from './context.ts';
import type {Assert, Call, Capture, Case, Step, Value, Values} from '../recipe.ts';

export type RequestOptions = {
	/** Values of path parameters that are known already: those of the record that the row works on. */
	path?: Values;
	query?: Values;
	headers?: Values;
	/**
	 * `all`, `most`, `lean`, `required`: made from the schema, `most` (when nothing is said) with the first few of the fields
	 * that may be left out, `lean` with those alone by which the record is known; a value: as it is; `none`: no body.
	 */
	body?: 'all' | 'most' | 'lean' | 'required' | 'none' | Value;
	auth?: Call['auth'];
	/** Examples are sent as they are: those of a login. */
	keepExamples?: boolean;
	/** Makes a second request of a row differ from the first. */
	variant?: string;
	/** It may change what a name of the record is made of: the caller follows it to its new one. */
	mayRename?: boolean;
	/** It is sent once per case: what may not be shared differs from case to case. */
	perCase?: boolean;
	/** It may be the same as that of another test, where nothing in it is its own. */
	mayBeThere?: boolean;
};

export type StepOptions = {
	id: string;
	title: string;
	role: Step['role'];
	call: Call;
	asserts?: readonly Assert[];
	captures?: readonly Capture[];
	cases?: readonly Case[];
};

export type OwnRecordOptions = {
	id?: string;
	/** Makes a second record of a row differ from the first. */
	variant?: string;
	title?: string;
	/**
	 * `all`: with every field that its creator takes; `most`: with the first few; else with what is required and what it is
	 * known by.
	 */
	body?: 'all' | 'most' | 'lean';
	/** Of the fields that may be left out only these are sent. */
	only?: readonly string[];
	/** Of which variant the values are that may be the same; its own when nothing is said. */
	data?: string;
};

export type Fields = Extract<RequestOptions['body'], 'all' | 'most' | 'lean' | 'required'>;

/** What is sent in the place of what is asked for, the briefer a row has to be. */
export const briefer: Record<PlanContext['brevity'], Record<Fields, Fields>> = [
	{all: 'all', most: 'most', lean: 'lean', required: 'required'},
	{all: 'most', most: 'lean', lean: 'lean', required: 'required'},
	{all: 'lean', most: 'required', lean: 'required', required: 'required'},
];
