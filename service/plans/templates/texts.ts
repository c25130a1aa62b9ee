import {runTag, sampleOf, numberedBody} from '../data/unique-shape.ts';
import {isKeyOfTwo, type Kind} from '../kinds/kind.ts';
import {isLogin} from '../model/meaning.ts';
import {documentsRefusal, type PlanOperation, hasFields} from '../model/operation.ts';
import {numberIn, textIn} from '../model/schema.ts';
import type {Body, Call} from '../recipe.ts';
import {always, succeeds} from './asserts.ts';
import {type BodyField, bodyFields, validRequestOn} from './body-fields.ts';
import type {PlanContext} from './context.ts';
import {derivedFrom, isOrigin} from './derived-name.ts';
import {acceptedFirst} from './control.ts';
import {echoes} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {withField, withFields} from './with-fields.ts';

/** With the tag of the run: what is accepted is a record that nobody has made before. */
const unusual = `Grüße, 你好, Привет 🌍 "it's" <b>bold</b> & \\ ; -- {{7*7}} ${runTag}`;
const long = 10_000;
const longText = `${'amber '.repeat(long / 6).slice(0, long - sampleOf(runTag).length - 1)} ${runTag}`;

const keptFields = (body: Body, kept: readonly BodyField[]): Body =>
	withFields(
		body,
		kept.map(({name}) => name),
	);

/**
 * Free text that few expect: it is accepted, comes back unchanged and is read back so. Where the first runs show that it is
 * refused, that is what the test expects from then on.
 */
export const texts: RowTemplate = {
	id: 'texts',
	category: 'boundary_load',
	priority: 'p3',
	fill(draft, operation, context) {
		const {api} = context;
		const {body} = operation.endpoint;
		const kind = api.kindMadeBy(operation) ?? api.kindAt(operation);
		if (!body || !hasFields(body) || isLogin(operation, api.schemas) || !kind || kind.deleter === null) return null;
		// Of what it is made nothing is left for another one.
		if (api.kindMadeBy(operation)?.origin === 'action') return null;
		const request = validRequestOn(draft, operation, context, documentsRefusal(operation), {
			perCase: true,
		});
		if (!request?.call.body) return null;
		const {call: whole} = request;
		const all = bodyFields(context, operation, whole);
		const texts = all.fields.filter(
			({view, value, name}) =>
				view.types.has('string') &&
				!view.enum &&
				!textIn(view.words, 'format') &&
				!textIn(view.words, 'pattern') &&
				value !== undefined &&
				(value.is === 'literal' || value.is === 'unique') &&
				!isName(kind, name) &&
				!/(?:id|code|slug|key|type|url|email|locale|currency|country|password)$/i.test(name) &&
				(numberIn(view.words, 'maxLength') ?? 1000) >= sampleOf(unusual).length,
		);
		// A name that follows the text would change with it, and the record with it its address.
		const maker = request.own ? request.own.step.call.body : whole.body;
		const namesRecord = derivedFrom(kind, maker) === null ? () => false : isOrigin;
		const free = texts.find(({name}) => !namesRecord(name)) ?? (request.own ? undefined : texts[0]);
		if (!free) return null;
		// A field that is not what the row is about is only a further reason to be refused.
		const kept = all.fields.filter(one => one.required || one === free || one.value?.is === 'unique');
		const call = body.isGiven || body.only ? whole : {...whole, body: keptFields(whole.body!, kept)};
		draft.phase = 'late';
		if (api.kindMadeBy(operation)) draft.safety = 'own_records';
		const control = acceptedFirst(draft, operation, call);
		const sent = [{id: 'texts', title: 'send unusual text', text: unusual}];
		if (numberIn(free.view.words, 'maxLength') === undefined)
			sent.push({id: 'long', title: `send ${long} characters`, text: longText});
		const isKept = sent.map(({id, title, text}, place) => {
			const changed = withField(numberedBody(call.body, place + 1), free.name, {is: 'unique', shape: text});
			return sendText(draft, context, {...request, operation, free, id, title, call: {...call, body: changed}});
		});
		control.after();
		const [isEchoed] = isKept;
		return {
			title: isEchoed ? 'keeps any text as it is' : 'takes any text without breaking',
			description: `Sends a valid body, then as ${free.name} letters of many scripts, quotes and markup${sent.length > 1 ? `, then ${long} characters` : ''}${isEchoed ? ': it is kept unchanged' : ''}.`,
			note: control.note,
		};
	},
};

/** A record that is known by what is sent could not be asked for by every text. */
const isName = (kind: Kind, field: string): boolean => {
	const {handle, reader, deleter} = kind;
	if (handle === null || handle.from === 'location') return false;
	const isBeside = isKeyOfTwo(kind) && (reader ?? deleter)?.pathParameters.at(-2)?.name === field;
	return isBeside || handle.pointer.endsWith(`.${field}`);
};

type Text = {
	operation: PlanOperation;
	own: OwnRecord | null;
	free: BodyField;
	id: string;
	title: string;
	call: Call;
};

/** One request with a text, and a look at the record that has it then. Gives whether anything shows what became of it. */
function sendText(draft: RecipeDraft, context: PlanContext, {operation, own, free, id, title, call}: Text): boolean {
	const {api} = context;
	const echoed = echoes(api, operation, {sender: operation, body: call.body, only: [free.name]});
	const made = api.kindMadeBy(operation);
	const step = draft.step({
		id,
		title,
		role: 'act',
		call,
		asserts: [succeeds(operation), ...always(api, operation), ...echoed],
	});
	const record = own ?? (made ? draft.recordOf(made, step) : null);
	const reader = record?.kind.reader;
	if (!record || !reader) return echoed.length > 0;
	const stored = echoes(api, reader, {sender: operation, body: call.body, only: [free.name]}, 'stored');
	if (stored.length > 0)
		draft.step({
			id: `${id}_read`,
			title: 'read it back',
			role: 'verify',
			call: draft.requestOn(reader, record),
			asserts: [succeeds(reader), ...stored],
		});
	return echoed.length + stored.length > 0;
}
