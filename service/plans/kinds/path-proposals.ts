import {isParameter, type PlanOperation, shapeOf} from '../model/operation.ts';
import type {Kind} from './kind.ts';
import type {KindIndex} from './kind-index.ts';
import {kindWord, referenceName, spoken, withArticle} from './names.ts';
import type {NeedPlace} from './places.ts';

/** The kinds that a parameter of a path could name: by where it stands, by the words in front of it, by its own name. */
export function ofPath(operation: PlanOperation, {name}: NeedPlace, index: KindIndex): Proposal[] {
	const at = operation.segments.findIndex(segment => segment.includes(`{${name}}`) || segment === `:${name}`);
	if (at < 0) return [];
	const front = operation.segments.slice(0, at);
	const collection = shapeOf(front);
	const proposals: Proposal[] = [];
	for (const kind of index.at(collection))
		if (kind.origin === 'path' || kind.origin === 'put')
			proposals.push({kind, score: 0.95, reason: `it stands behind ${kind.creator!.path}, where records are made`});
	const own = referenceName(name);
	const segment = front.findLast(one => !isParameter(one));
	const isBehindParameter = at > 0 && isParameter(operation.segments[at - 1]!);
	const isBeforeParameter = at + 1 < operation.segments.length && isParameter(operation.segments[at + 1]!);
	const word = segment === undefined ? '' : kindWord(segment);
	// `/repos/{owner}/{repo}`: of two parameters in a row, each one is what its own name says.
	const isNamed = own.words.length > 0 && own.words.join('') !== word;
	// `/fields/{collection}`: what lies behind the parameter is not what it names.
	const isBehind = (kind: Kind) => isNamed && kind.collection.startsWith(`${collection}/{}`);
	// `/archive/features/{projectId}`: what is archived in a project.
	const isOfAnother = isNamed && index.at(collection).length === 0 && index.named(own.words.join('')).length > 0;
	if (word !== '' && !isOfAnother && !((isBehindParameter || isBeforeParameter) && isNamed))
		for (const kind of sameKinds(collection, index.named(word)))
			if (!isBehind(kind))
				proposals.push({
					kind,
					score: 0.7,
					reason: `the path speaks of ${spoken(segment!)}, and so does ${keyOf(kind)}`,
				});
	for (const kind of sameKinds(collection, index.named(own.words.join(''))))
		proposals.push({kind, score: 0.6, reason: `the parameter is named after what ${keyOf(kind)} gives`});
	const isListed = index.at(collection).some(({list, listHandle}) => list !== null && listHandle !== null);
	if (own.words.length > 1 && !isListed)
		for (const kind of index.named(own.words.at(-1)!))
			proposals.push({kind, score: 0.6, reason: `the parameter's name ends with ${kind.noun}`});
	for (const kind of index.naming(name))
		proposals.push({kind, score: 0.6, reason: `what names ${withArticle(kind.noun)} is called ${name}`});
	return proposals;
}

/** Of kinds that share a word: a collection with a list of its own, but no creator, is not that of another part of the API. */
function sameKinds(collection: string, kinds: readonly Kind[]): readonly Kind[] {
	const own = kinds.find(one => one.collection === collection && one.creator === null && one.list !== null);
	return own ? kinds.filter(one => one === own || one.creator?.segments.some(isParameter)) : kinds;
}

/** A kind that a place could want a handle of. */
export type Proposal = {kind: Kind /** 0 to 1. */; score: number; reason: string};

/** What shows where the records of a kind come from. */
export const keyOf = (kind: Kind): string => kind.creator?.key ?? kind.list?.key ?? kind.collection;

/** Whether an operation acts on a record of a kind: a field of that name in its body is the record's own. */
export const isOn = ({shape}: PlanOperation, {collection}: Kind): boolean =>
	shape === collection || shape.startsWith(`${collection}/`);

/** Whether the records that a kind's own lie below are the ones that an operation is about, too, or there are none. */
export function isInScope({shape}: PlanOperation, {collection}: Kind): boolean {
	const parent = collection.slice(0, collection.lastIndexOf('{}') + 2);
	return !collection.includes('{}') || shape === parent || shape.startsWith(`${parent}/`);
}
