import {isObject, type JsonObject} from '../../inference/json-value.ts';
import {setFirst} from './set-first.ts';
import {saysWhen} from '../data/later-hours.ts';
import {settledValue} from '../data/settled-value.ts';
import {bodyValue} from '../data/body-value.ts';
import {scalarValue} from '../data/scalar.ts';
import {uniqueField} from '../data/unique-field.ts';
import {numberedBody} from '../data/unique-shape.ts';
import {type Candidate, type PlannedEdge, usable} from '../kinds/candidate.ts';
import {isKeyOfTwo, type Kind} from '../kinds/kind.ts';
import {isOfFew, ownNameOf} from '../kinds/own-name.ts';
import {plural} from '../kinds/names.ts';
import {inside} from '../code/references.ts';
import {formOf} from '../model/answer-form.ts';
import {isExclusive, isLogin} from '../model/meaning.ts';
import {asOperation, firstsOf, makingsOf, type PlanOperation, wantsState} from '../model/operation.ts';
import {below, entry} from '../model/pointer.ts';
import {scalarOrNull} from '../model/schema.ts';
import type {Assert, Body, Call, RecipeSafety, Step, Value, Values} from '../recipe.ts';
import {withFixedFields, withOtherStates, withRevision, withSameHandle, isPartial} from './changed-body.ts';
import {shownSecrets, succeeds, notEmpty} from './asserts.ts';
import {withSameName} from './derived-name.ts';
import {namedAsSent} from './named-as-sent.ts';
import {chosenField, handleCapture, handleValue, isBesideKey, isItemOf, type OwnRecord} from './own-record.ts';
import {sentAnyhow, spanOfPast} from './query-sent.ts';
import {sentRecord} from './expect-record.ts';
import {asBody, withFields, withPart, isEmptyObject, firstOf} from './with-fields.ts';
import {readyRecords} from './ready-record.ts';
import {ownAbove} from './own-above.ts';
import {ownPartners} from './relation.ts';
import {withItsEntries} from './its-entries.ts';
import {withinRecord} from './within-record.ts';
import {hasExamples} from './login-example.ts';
import {mayLack} from './may-lack.ts';
import type {PlanContext} from './context.ts';
import {briefer, type Fields, type OwnRecordOptions, type RequestOptions, type StepOptions} from './recipe-options.ts';
import {applicationValue} from './application-value.ts';
import {ChosenNames} from './chosen-names.ts';
import {amongOthers} from './among-others.ts';
import {anyState, withCurrentState} from './current-state.ts';

export const generatorVersion = '4';

/** From how much text on a record is made of what is required alone, in characters of its body in the recipe. */
const mostText = 700;

/** Collects the steps of one row. What it cannot have is noted in `missing`; the row is not made then. */
export class RecipeDraft {
	readonly steps: Step[] = [];
	readonly consumes = new Set<string>();
	readonly missing = new Set<string>();
	safety: RecipeSafety = 'reads';
	phase: 'normal' | 'late' = 'normal';
	readonly context: PlanContext;
	readonly #seed: string;
	#own: ReadonlyMap<string, Value> = new Map();
	/** Operation that shows records → the step that asks it. */
	readonly #borrowed = new Map<PlanOperation, string>();
	readonly #shapes = new Set<string>();
	readonly #names: ChosenNames;
	/** Actions done to records, so that what follows finds them in their state. */
	readonly #done = new Set<string>();
	/** Records above those of the row, by the variables in whose place they are named: nobody else makes anything below them. */
	readonly #owners = new Map<string, Value>();
	/** Of what the row does something else below the same record may be in the way. */
	readonly #isExclusive: boolean;
	/** How records are made that the operation of the row takes. */
	readonly #makings: ReadonlyMap<string, JsonObject>;

	constructor(context: PlanContext, operation: PlanOperation, template: string) {
		this.context = context;
		this.#seed = `${context.seed} ${operation.key} ${template}`;
		this.#makings = makingsOf(operation);
		this.#names = new ChosenNames(context.api, this.#seed);
		this.#isExclusive = [operation, ...firstsOf(context.api, operation)].some(isExclusive);
	}

	get seed(): string {
		return this.#seed;
	}

	/** Adds a step and gives it back. */
	step(options: StepOptions): Step {
		const {id, title, role, asserts = [], captures = [], cases = []} = options;
		setFirst(this, options.call);
		const call = withCurrentState(this, options);
		const step: Step = {
			id,
			title,
			role,
			call,
			cases: [...cases],
			...(role === 'setup' ? {} : mayLack(this.context.api, call.operation)),
			waitBeforeMs: 0,
			repeat: null,
			asserts: [...asserts, ...this.#shown(call, asserts)],
			captures: [...captures],
		};
		this.steps.push(step);
		return step;
	}

	/** A preparation whose answer is said to hold a secret, such as a new private key, may show it. */
	#shown({operation}: Call, asserts: readonly Assert[]): readonly Assert[] {
		return asserts.some(({check}) => check.type === 'noSecret') ? [] : shownSecrets(this.context.api, operation);
	}

	/** The value of a place that another operation gives; null: nobody gives it; undefined: it is plain data. */
	feed(edge: PlannedEdge | undefined): Value | null | undefined {
		if (!edge) return undefined;
		if (edge.state === 'cut' && edge.value !== undefined) return {is: 'literal', value: edge.value as never};
		const {producer, environmentKey, required} = edge;
		if (environmentKey !== null && (producer === null || producer.score < usable)) {
			if (this.context.environment.has(environmentKey)) return {is: 'env', key: environmentKey};
			if (required) this.missing.add(environmentKey);
			return null;
		}
		if (producer === null) return undefined;
		if (!this.context.canFeed(edge)) {
			if (required) this.missing.add(producer.kind?.noun ?? producer.operation.key);
			return null;
		}
		// What may be left out is no reason to wait for somebody else's record.
		if (producer.borrowed && !required && edge.state !== 'pinned') return null;
		if (producer.borrowed) return this.#borrow(edge, producer.operation, producer.kind);
		const own = this.#own.get(edge.variable) ?? this.#owners.get(edge.variable) ?? this.#loggedIn(producer);
		if (own) return own;
		if (producer.kind?.creator?.endpoint.body?.isRefused && mayBorrow(edge)) {
			// What may be left out is, and what has to be there is somebody else's.
			if (!required) return null;
			const lender = this.context.lender(edge);
			if (lender) return this.#borrow({...edge, producer: {...producer, pointer: 'list:'}}, lender, producer.kind);
		}
		this.consumes.add(edge.variable);
		return {is: 'variable', name: edge.variable};
	}

	/** Makes a request with values of the recipe's own steps in the place of shared ones. */
	withOwn<T>(own: ReadonlyMap<string, Value>, request: () => T): T {
		const before = this.#own;
		this.#own = own;
		try {
			return request();
		} finally {
			this.#own = before;
		}
	}

	/**
	 * What a login hands out, such as a refresh token: of a login of the row's own, because it is worth one use. Null: nobody
	 * logs in there, or the document does not show with what.
	 */
	#loggedIn({operation, pointer}: Candidate): Value | null {
		const {api} = this.context;
		if (!isLogin(operation, api.schemas) || !hasExamples(operation, api)) return null;
		const step =
			this.steps.find(({id}) => id === 'log_in') ??
			this.step({
				id: 'log_in',
				title: 'log in',
				role: 'setup',
				call: this.request(operation, {auth: 'none', body: 'all', keepExamples: true}),
				asserts: [succeeds(operation)],
			});
		return {is: 'step', step: step.id, pointer};
	}

	/** An id out of an answer: somebody else's record, to be referred to and never to be changed. */
	#borrow(edge: PlannedEdge, shown: PlanOperation, kind: Kind | null): Value {
		const form = formOf(this.context.api.schemas, shown);
		const given = edge.producer?.pointer ?? '$';
		const first = form.form === 'list' ? entry(form.pointer, 0) : '$[0]';
		const isOfList = given.startsWith('list:');
		const pointer = isOfList ? below(first, kind?.listHandle ?? 'id') : given;
		return this.#readOf(shown, pointer, kind, isOfList && form.form === 'list' ? form.pointer : null);
	}

	/** A value out of the answer of another operation, which is asked once; `list`: pointer of a list that may not be empty. */
	#readOf(shown: PlanOperation, pointer: string, kind: Kind | null, list: string | null): Value {
		let step = this.#borrowed.get(shown);
		if (step === undefined) {
			const call = this.request(shown, {});
			const name = `borrow_${kind?.name ?? 'value'}`;
			const taken = this.steps.filter(({id}) => id.startsWith(name)).length;
			step = taken === 0 ? name : `${name}_${taken + 1}`;
			this.step({
				id: step,
				title: `find ${kind ? `a ${kind.noun}` : 'a value'} that is there`,
				role: 'setup',
				call,
				asserts: [succeeds(shown), ...(list === null ? [] : [notEmpty(list)])],
			});
			this.#borrowed.set(shown, step);
		}
		if (this.safety === 'reads') this.safety = 'borrows';
		return {is: 'step', step, pointer};
	}

	/** A request with everything it needs, from references, examples and seeded data. */
	request(operation: PlanOperation, options: RequestOptions): Call {
		const before = new Set(this.consumes);
		const plain = this.#request(operation, options);
		const partners = ownPartners(this, operation, {call: plain, before, own: this.#own}, options);
		const own = new Map([...this.#own, ...(partners ?? [])]);
		const call = partners === null ? plain : this.withOwn(own, () => this.#request(operation, options));
		if (options.auth !== undefined && options.auth !== 'project') return call;
		const ready = this.withOwn(own, () => readyRecords(this, operation, call, options.mayBeThere ?? false));
		if (ready === null) return call;
		for (const name of ready.keys()) if (!before.has(name)) this.consumes.delete(name);
		return this.withOwn(new Map([...own, ...ready]), () => this.#request(operation, options));
	}

	/** Whether nothing has yet seen to it that an action is done to a record. */
	isFirst(record: Value, action: PlanOperation): boolean {
		const key = `${action.key} ${JSON.stringify(record)}`;
		const isFirst = !this.#done.has(key);
		this.#done.add(key);
		return isFirst;
	}

	#request(operation: PlanOperation, options: RequestOptions): Call {
		const {api} = this.context;
		const seed = `${this.#seed} ${options.variant ?? ''}`;
		const path: Values = {};
		for (const {name, schema, example} of operation.pathParameters) {
			const given =
				options.path?.[name] ??
				(isBesideKey(api, operation, name, options.path)
					? undefined
					: this.feed(api.edgeOf(operation, `path:${name}`)));
			if (given) path[name] = given;
			else {
				const made = this.#names.isOwn(operation, name)
					? this.#names.of(operation, name, options.variant ?? '')
					: (scalarOrNull(api.schemas.view(schema), example) ??
						scalarValue(name, api.schemas.view(schema), `${seed} ${name}`));
				if (made === null) this.missing.add(name);
				else path[name] = made;
			}
		}
		const query: Values = {};
		const headers: Values = {...options.headers};
		for (const parameter of [...operation.query, ...operation.headers]) {
			const {in: where, name, required, schema, example} = parameter;
			const edge = api.edgeOf(operation, `${where}:${name}`);
			const isState = where === 'header' && /^if-match$/i.test(name);
			const isNeeded = required || (isState && wantsState(operation));
			// What may be left out is sent where a person has said what.
			if (!isNeeded && edge?.state !== 'pinned' && edge?.value === undefined) {
				const sent = where === 'query' ? sentAnyhow(api.schemas, operation, parameter, seed) : null;
				if (sent) query[name] = sent;
				continue;
			}
			const view = api.schemas.view(schema);
			const fed = this.feed(edge);
			const span = fed == null && where === 'query' ? spanOfPast(api.schemas, operation, parameter) : null;
			const made = fed ?? span ?? scalarOrNull(view, example) ?? scalarValue(name, view, `${seed} ${name}`);
			if (isState && fed === undefined) headers[name] ??= anyState;
			else if (made) (where === 'query' ? query : headers)[name] = made;
		}
		return {
			operation: asOperation(operation),
			path,
			query: {...query, ...options.query},
			headers,
			body: this.#body(operation, seed, options),
			auth: options.auth ?? 'project',
			timeoutSeconds: 10,
			followRedirects: false,
		};
	}

	#body(
		operation: PlanOperation,
		seed: string,
		{body: wanted = 'most', keepExamples = false, perCase = false}: RequestOptions,
	): Body | null {
		const {body} = operation.endpoint;
		if (wanted === 'none' || body === null) return null;
		if (typeof wanted === 'object') return {contentType: body.contentType, value: wanted};
		if (operation.method === 'GET') return null;
		const {api} = this.context;
		const asked = briefer[this.context.brevity][wanted];
		// A sample shows what works and not what has to be there: less of it may be too little.
		const isOfSample =
			isObject(body.sample) &&
			api.schemas.view(body.schema).required.size === 0 &&
			api.kindMadeBy(operation)?.creator === operation;
		const fields = isOfSample && asked !== 'all' ? 'most' : asked;
		const unique = {taken: this.#shapes, perCase};
		const make = (fields: Fields) =>
			bodyValue(
				body.schema,
				{
					schemas: api.schemas,
					seed,
					fields,
					keepExamples,
					isGiven: body.isGiven === true,
					unique: {...unique, ...amongOthers(api, operation, seed)},
					uniqueField: keepExamples ? null : (chosenField(api, operation) ?? uniqueField(api.schemas, operation)),
					reference: place => {
						const edge = api.edgeOf(operation, place);
						// A record that only has to be there waits for no other one that may be left out.
						if (edge === undefined) return this.#ofApplication(operation, place);
						return fields === 'lean' && !edge.required ? null : this.feed(edge);
					},
				},
				body.sample ?? undefined,
			);
		const brief = make(fields);
		// A change in which nothing has to be sent changes something all the same.
		const value = isPartial(api, operation) && isEmptyObject(brief) ? firstOf(make('most')) : brief;
		if (value === undefined) {
			if (body.required) this.missing.add('the body');
			return null;
		}
		const kept = body.isGiven
			? value
			: body.only
				? settledValue(value, body, {fields, unique})
				: this.#withoutRefused(operation, value);
		for (const one of inside(kept)) if (one.is === 'unique') this.#shapes.add(one.shape);
		return asBody(body.contentType, body.isGiven ? kept : withPart(kept, this.#makings.get(operation.key)));
	}

	/** A value that only the application knows, out of a record that is there. */
	#ofApplication(operation: PlanOperation, place: string): Value | null | undefined {
		const known = applicationValue(this.context.api, operation, place);
		return known && this.#readOf(known.shownBy, known.pointer, known.kind, known.list);
	}

	/** A change without the fields that the creator of the record was seen to refuse: all of them, when nothing is left. */
	#withoutRefused(operation: PlanOperation, value: Value): Value {
		const {api} = this.context;
		const kind = api.kindAt(operation);
		const creator = kind?.updaters.includes(operation) ? kind.creator : null;
		const only = creator?.endpoint.body?.isGiven ? undefined : creator?.endpoint.body?.only;
		const {pointer, fields} = sentRecord({contentType: 'application/json', value});
		if (!creator || !only || pointer !== '$') return value;
		const {properties} = api.schemas.view(creator.endpoint.body?.schema);
		const kept = Object.entries(fields).filter(([name]) => only.includes(name) || !properties.has(name));
		return kept.length === 0 ? value : {is: 'object', fields: Object.fromEntries(kept)};
	}

	/** Makes a record of the row's own in a step before it; null: it cannot be made. */
	ownRecord(
		kind: Kind,
		{
			id = 'create',
			variant = '',
			title,
			data = variant,
			only,
			body = only === undefined ? 'lean' : 'most',
		}: OwnRecordOptions = {},
	): OwnRecord | null {
		const {api} = this.context;
		const {creator} = kind;
		// Without a DELETE only the kind's one producer may create.
		if (creator === null || kind.deleter === null || !this.context.canMake(kind)) return null;
		const own = ownNameOf(kind);
		const chosen = own && this.#names.of(creator, own, variant);
		if (own !== null && !chosen) return null;
		if (this.#isExclusive || isOfFew(api.schemas, kind)) ownAbove(this, kind, this.#own, this.#owners);
		const ask = (fields: 'all' | 'most' | 'lean' | 'required') =>
			this.request(creator, {
				variant: `${data} own`,
				body: fields,
				...(chosen ? {path: {[own!]: chosen}} : {}),
			});
		const first = ask(body);
		const whole = body !== 'all' && JSON.stringify(first.body).length > mostText ? ask('required') : first;
		const call = only === undefined ? whole : {...whole, body: this.#withOnly(creator, whole.body, only)};
		const step = this.step({
			id,
			title: title ?? `make a ${kind.noun} of its own`,
			role: 'setup',
			call,
			asserts: [succeeds(creator), ...namedAsSent(kind, call.body)],
			captures: [handleCapture(kind, false)],
		});
		this.safety = 'own_records';
		return this.recordOf(kind, step);
	}

	/** What is required, and of the rest a few fields by name. A body that a person has given stays as it is. */
	#withOnly({endpoint}: PlanOperation, body: Body | null, only: readonly string[]): Body | null {
		if (body === null || endpoint.body?.isGiven || endpoint.body?.only) return body;
		const {pointer, fields} = sentRecord(body);
		const {schemas} = this.context.api;
		const whole = schemas.view(endpoint.body?.schema);
		const {required} = pointer === '$' ? whole : schemas.view(whole.properties.get(pointer.slice(2)));
		const kept = Object.keys(fields).filter(name => required.has(name) || only.includes(name));
		return withFields(body, kept);
	}

	/**
	 * Makes several records of a kind in one step, each with unique values of its own. Gives the path parameters that their
	 * list shares with their creator; null: they cannot be made. Nothing later can name one of them.
	 */
	makeSeveral(kind: Kind, count: number): Values | null {
		const {creator} = kind;
		if (creator === null || kind.deleter === null || kind.origin === 'put' || !this.context.canMake(kind)) return null;
		// What stands in a calendar is made at another hour each time.
		const isBooked = saysWhen(this.context.api.schemas, creator);
		const calls = Array.from({length: isBooked ? count : 1}, (_, place) => {
			const call = this.request(creator, {variant: place === 0 ? 'own' : `own ${place + 1}`, perCase: true});
			// The number of a case is said by a loop; what is made one by one has it written out.
			return isBooked ? {...call, body: numberedBody(call.body, place + 1)} : call;
		});
		for (const [place, call] of calls.entries())
			this.step({
				id: place === 0 ? 'create' : `create_${place + 1}`,
				title: isBooked ? `make ${kind.noun} ${place + 1} of ${count}` : `make ${count} ${plural(kind.noun)}`,
				role: 'setup',
				call,
				cases: isBooked
					? []
					: Array.from({length: count}, (_, number) => ({name: `${kind.noun} ${number + 1}`, patch: []})),
				asserts: [succeeds(creator)],
			});
		const [call] = calls;
		this.safety = 'own_records';
		return call!.path;
	}

	/** The record that a step has made; null: its answer does not name it. */
	recordOf(kind: Kind, step: Step): OwnRecord | null {
		const handle = handleValue(kind, step);
		return handle && {step, handle, kind, path: this.pathOf(kind, handle, step.call)};
	}

	/**
	 * Path parameters that a record's own address has: its handle, what its creator's path says already, and the other
	 * fields that name it together with its handle: `/tags/{type}/{value}` behind `POST /tags {type, value}`.
	 */
	pathOf(kind: Kind, handle: Value, made: Call): Values {
		const sent = isKeyOfTwo(kind) ? sentRecord(made.body).fields : {};
		const named = (kind.reader ?? kind.deleter)?.pathParameters ?? [];
		const others = named.flatMap(({name}) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]));
		// What has no path of its own is not what the path of its creator names: the ticket of `/tickets/{id}/comments`.
		const own = kind.parameter ?? ('id' in made.path ? null : 'id');
		return {...Object.fromEntries(others), ...made.path, ...(own === null ? {} : {[own]: handle})};
	}

	/** A request about the own record: its handle and parents stand in the path wherever they are named so. */
	requestOn(operation: PlanOperation, record: OwnRecord, options: RequestOptions = {}): Call {
		const own: Values = {};
		const last = operation.pathParameters.at(-1)?.name;
		for (const {name} of operation.pathParameters) if (record.path[name]) own[name] = record.path[name];
		const edgeOf = (name: string) => this.context.api.edgeOf(operation, `path:${name}`);
		for (const {name} of operation.pathParameters)
			if (edgeOf(name)?.producer?.kind === record.kind) own[name] = record.handle;
		if (last !== undefined && isItemOf(operation, record.kind)) own[last] = record.handle;
		const call = this.request(operation, {...options, path: {...own, ...options.path}});
		if (typeof options.body === 'object') return call;
		const {api} = this.context;
		if (!record.kind.updaters.includes(operation)) {
			// "Move a deal to another stage": to another one than it was made in.
			const isMove = Object.keys(sentRecord(call.body).fields).some(name =>
				/^(?:state|status|stage|phase)$/i.test(name),
			);
			const moved = isMove ? {...call, body: withOtherStates(api, operation, call.body, record)} : call;
			return withinRecord(withItsEntries(api, moved, record), operation, record);
		}
		const body = withFixedFields(api, operation, withOtherStates(api, operation, call.body, record), record);
		const same = options.mayRename ? body : withSameName(body, record);
		return {...call, body: withRevision(api, withSameHandle(api, operation, same, record), record)};
	}
}

/** "Only for reading and never for changing or deleting": what a path names is read, what a body names is referred to. */
const mayBorrow = ({consumer, place}: PlannedEdge): boolean =>
	place.startsWith('path:') ? consumer.method === 'GET' : consumer.method !== 'DELETE';
