import type {MaskedFields} from '../../../contract/masked-fields.ts';
import {labelBlock} from '../label-block.ts';

/** Names of fields whose values are masked. */
export const maskedFields = ({projectId, usual, add, remove}: MaskedFields): string =>
	labelBlock([
		['projectId', projectId],
		['masked', [...usual, ...add]],
		['added', add],
		['notMasked', remove],
	]);
