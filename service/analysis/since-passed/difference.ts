import type {FixTarget} from '../../../contract/result.ts';

/** The first thing that is not as it was when the test last passed, before anything is said of what the API answered. */
export type Difference = {
	kind: 'source' | 'request' | 'credential' | 'value' | 'order' | 'target' | 'answer' | 'expectation';
	/** One sentence. */
	text: string;
	/** Null: it is worth telling and explains nothing by itself. */
	fix: FixTarget | null;
};
