import {refusedFlag} from '../../errors/usage-error.ts';
import {texts} from '../flag.ts';

const maxAttributes = 10;

export const testIdAttributesFlag = texts('Attributes that identify elements, at most 10 (frontend)', {
	placeholder: '<list>',
});

/** Attribute names of all occurrences, each a comma list. */
export const attributeNames = (given: readonly string[]): string[] =>
	given
		.flatMap(one => one.split(','))
		.map(name => name.trim())
		.filter(Boolean);

export function checkAttributeNames(given: readonly string[]): void {
	const {length} = attributeNames(given);
	if (given.length > 0 && length === 0)
		throw refusedFlag('test-id-attributes', {reason: 'blank', text: 'must not be blank'});
	if (length > maxAttributes)
		throw refusedFlag('test-id-attributes', {reason: 'too_many', text: `must be at most ${maxAttributes} names`});
}
