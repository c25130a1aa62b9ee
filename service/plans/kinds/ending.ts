import {literalPattern} from '../../domain/literal-pattern.ts';
import {answerFor} from '../model/operation.ts';
import type {Kind} from './kind.ts';
import {plural} from './names.ts';

/**
 * What a DELETE of a parent means for its child: the document says that the child keeps it (`stays`), that both go
 * (`goes`), or leaves it open.
 */
export function endingOf({deleter}: Kind, child: Kind): 'stays' | 'goes' | 'open' {
	// What has an address of its own may outlive the record that it belongs to, such as an order its customer.
	if (!deleter || answerFor(deleter, 409) === null)
		return deleter && child.reader && !child.reader.shape.startsWith(`${deleter.shape}/`) ? 'open' : 'goes';
	const {summary, description} = deleter.endpoint;
	const said = ` ${summary ?? ''} ${description ?? ''} `.toLowerCase();
	const last = child.noun.split(' ').at(-1) ?? child.noun;
	const names = [...new Set([child.noun, plural(child.noun), last, plural(last)])].map(literalPattern).join('|');
	if (new RegExp(`\\b(?:with|including|and) (?:all |any )?(?:its|their|his|her) (?:${names})\\b`).test(said))
		return 'goes';
	return new RegExp(`\\b(?:${names})\\b`).test(said) ? 'stays' : 'open';
}
