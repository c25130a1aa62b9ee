import {singular, wordsOf} from '../../inference/word-form.ts';
import type {Kind} from '../kinds/kind.ts';
import {withArticle} from '../kinds/names.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call, Step, Value} from '../recipe.ts';
import {succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {handleValue, type OwnRecord} from './own-record.ts';
import type {RequestOptions, StepOptions} from './recipe-options.ts';

/** The row that acts on the record. */
type Drafted = {
	readonly steps: readonly Step[];
	requestOn(operation: PlanOperation, record: OwnRecord, options?: RequestOptions): Call;
	step(options: StepOptions): Step;
};

/** Characters of an example that a person would still read in front of another call. */
const mostText = 600;
const isSmall = ({endpoint: {body}}: PlanOperation) => JSON.stringify(body?.sample ?? null).length <= mostText;

/** Children that a person would still make for one call. */
const mostChildren = 3;

/**
 * One child of each kind that can be made below the parent, so that the action has something to act on; of many kinds
 * only those that the action speaks of. What the API refuses to make is left out: the action may well work without it.
 *
 * @returns what names them, by variable: an action that names one, such as `bulk-delete {ids}`, is done to these
 */
export function addChildren(
	draft: Drafted,
	context: PlanContext,
	own: OwnRecord,
	operation: PlanOperation,
): Map<string, Value> {
	const made = new Map<string, Value>();
	for (const {child, creator} of childrenOf(context, own.kind, operation)) {
		const taken = draft.steps.filter(({id}) => id.startsWith(`add_${child.name}`)).length;
		const step = draft.step({
			id: taken === 0 ? `add_${child.name}` : `add_${child.name}_${taken + 1}`,
			title: `add ${withArticle(child.noun)}`,
			role: 'setup',
			call: draft.requestOn(creator, own, {variant: 'child'}),
			asserts: [succeeds(creator)],
		});
		const handle = handleValue(child, step);
		if (handle) made.set(child.variable, handle);
	}
	return made;
}

/** What is made below a record so that an action has something to act on, with who makes it. */
export function childrenOf(
	{api, canMake}: PlanContext,
	kind: Kind,
	operation: PlanOperation,
): Array<{child: Kind; creator: PlanOperation}> {
	const front = `${kind.collection}/{}/`;
	const children = api.kinds.flatMap(child => {
		const {creator} = child;
		const isBelow =
			creator !== null &&
			creator !== operation &&
			child.origin !== 'action' &&
			creator.shape.startsWith(front) &&
			creator.pathParameters.length === operation.pathParameters.length &&
			isSmall(creator) &&
			!creator.endpoint.body?.isRefused &&
			// What asks for the record in a state would take it out of the one that the action begins in.
			creator.endpoint.before.length === 0 &&
			canMake(child);
		return isBelow ? [{child, creator}] : [];
	});
	const said = wordsOf(`${operation.path} ${operation.endpoint.summary ?? ''}`).map(singular);
	const isNamed = ({child}: (typeof children)[number]) => said.includes(child.word);
	return (children.length > mostChildren ? children.filter(isNamed) : children).slice(0, mostChildren);
}
