import type {WrittenWorkflow} from '../../../contract/documents/setup.ts';
import {cleanLine} from '../clean.ts';

/** `wrote <path>`, or that it was as it should be. */
export function workflow({path, action, secretSet}: WrittenWorkflow): string {
	const line =
		action === 'skipped' ? `unchanged ${path}` : action === 'dry-run' ? `would write ${path}` : `wrote ${path}`;
	return `${cleanLine(line)}\n${secretSet ? 'set the secret SVC_API_KEY\n' : ''}`;
}
