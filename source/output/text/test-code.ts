import type {TestCode} from '../../../contract/test.ts';
import {clean} from '../clean.ts';
import type {Look} from '../look.ts';

/** The source as it is: a file made by redirection is the stored source, byte for byte. A terminal gets it cleaned. */
export const testCode = ({code}: TestCode, look: Look, {isWritten}: {isWritten: boolean}): string => {
	if (isWritten || code === null) return '';
	return look.isTerminal ? clean(code) : code;
};
