import {recordNouns} from '../../../source/plan-language/words.ts';
import {words} from '../page/words.ts';

export const recordWords = new Set([...recordNouns].flatMap(words));

/** `the message`, `ticket`: only what kind of record it is, and not which. */
export const onlyRecordWords = (phrase: string): boolean => {
	const said = words(phrase);
	return said.length > 0 && said.every(word => recordWords.has(word));
};
