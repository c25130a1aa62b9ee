import type {PlanOperation} from '../model/operation.ts';
import {isScalar} from '../model/schema.ts';
import type {Kind} from './kind.ts';
import {namedBy, type KindIndex} from './kind-index.ts';
import {isIdName, kindWord, withArticle} from './names.ts';
import {isOn, type Proposal} from './path-proposals.ts';
import type {NeedPlace} from './places.ts';

/** By these people are known, and they type them where they sign in or are invited. */
const ofPeople = /user|login|mail|phone|account|nick/i;

/** `Code of a warehouse`, `the SKU of the product to move`. */
const fieldOfRecord = /^\W*(?:the |an? )?([a-z][\w-]*) (?:of|for) (?:an?|the|another|one|this|its) ([a-z]+)/i;

/**
 * Records that are known by a code of their own (`/products/{sku}`, `/warehouses/{code}`) where a request names one by it: a
 * field that it requires and that is called like the code, or is described as the code of such a record.
 */
export function ofOwnCode(operation: PlanOperation, place: NeedPlace, index: KindIndex): Proposal[] {
	if (place.in !== 'body' || place.many || !isScalar(place.view) || place.view.enum !== null) return [];
	const isOther = (kind: Kind) => kind.creator !== operation && !isOn(operation, kind);
	const [, field, word] = fieldOfRecord.exec(place.description.slice(0, 200)) ?? [];
	const described = word === undefined ? [] : index.named(kindWord(word)).filter(isOther);
	const said = isIdName(field ?? 'id')
		? []
		: described.filter(kind => namedBy(kind).toLowerCase() === field!.toLowerCase());
	if (said.length > 0)
		return said.map(kind => ({
			kind,
			score: 0.7,
			reason: `it is described as the ${field!.toLowerCase()} of ${withArticle(kind.noun)}`,
		}));
	const called = index.naming(place.name);
	const [kind] = called;
	if (!place.required || called.length !== 1 || kind === undefined || ofPeople.test(place.name)) return [];
	if (kind.parameter !== place.name || !isOther(kind)) return [];
	return [{kind, score: 0.6, reason: `${withArticle(kind.noun)} is called by its ${place.name} in its own path`}];
}
