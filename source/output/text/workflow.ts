import {cleanLine} from '../clean.ts';

export type WrittenWorkflow = {
	path: string;
	action: 'written' | 'updated' | 'skipped' | 'dry-run';
	secretSet: boolean;
	/** Folder and number of the files that hold the tests, with `--embedded`. */
	tests?: string;
	testFiles?: number;
};

/** `wrote <path>`, or that it was as it should be. */
export function workflow({path, action, secretSet}: WrittenWorkflow): string {
	const line =
		action === 'skipped' ? `unchanged ${path}` : action === 'dry-run' ? `would write ${path}` : `wrote ${path}`;
	return `${cleanLine(line)}\n${secretSet ? 'set the secret SVC_API_KEY\n' : ''}`;
}
