import type {Connection, FieldDef, Submittable} from 'pg';
import type {Client} from 'pg';

/** A statement, with texts, bytes and nulls in place of `$1`, `$2` …; one with a name is parsed once in a connection. */
export type Question = {text: string; values: ReadonlyArray<string | Buffer | null>; name?: string};
/** `command` is the first word of what the server says that it did, such as `UPDATE`. */
export type Answer = {rows: unknown[]; rowCount: number; command: string};

type Reader = (text: string) => unknown;
/** How the answers to a statement are read; null: it has none. */
type Shape = {names: string[]; readers: Reader[]} | null;
type Asked = Question & {resolve(answer: Answer): void; reject(error: Error): void};

/** What `pg` sends, and what it knows of the statements of its connection; its types do not tell. */
type Wire = Connection & {
	stream: {cork(): void; uncork(): void};
	parsedStatements: Record<string, string>;
	submittedNamedStatements: Record<string, string>;
	parse(message: {text: string; name?: string | undefined}): void;
	bind(message: {statement?: string | undefined; values: ReadonlyArray<string | Buffer | null>}): void;
	describe(message: {type: 'P'}): void;
	execute(message: object): void;
	sync(): void;
};

/**
 * Asks the server of one connection. What is asked in one turn of the event loop goes to it as one message and comes back as one,
 * in its order: a way there and back costs more than most answers, and all who write wait while one of them is on its way. After an error
 * nothing more of that message is executed, and all the rest of it fails with the same error.
 */
export class Pipeline {
	readonly #client: Client;
	readonly #readerOf: (type: number) => Reader;
	readonly #during: (ask: () => Promise<void>) => Promise<void>;
	readonly #shapes = new Map<string, Shape>();
	#waiting: Asked[] = [];
	#isUnderWay = false;

	/** @param during is called with each way there and back */
	constructor(
		client: Client,
		readerOf: (type: number) => Reader,
		during: (ask: () => Promise<void>) => Promise<void> = ask => ask(),
	) {
		this.#client = client;
		this.#readerOf = readerOf;
		this.#during = during;
	}

	ask(question: Question): Promise<Answer> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({...question, resolve, reject});
			if (this.#isUnderWay) return;
			this.#isUnderWay = true;
			process.nextTick(() => void this.#send());
		});
	}

	async #send(): Promise<void> {
		while (this.#waiting.length > 0) {
			const asked = this.#waiting;
			this.#waiting = [];
			await this.#during(
				() =>
					new Promise<void>(resolve => {
						this.#client.query(new Round(asked, this.#shapes, this.#readerOf, resolve));
					}),
			);
		}
		this.#isUnderWay = false;
	}
}

/** Questions that are sent together, as `pg` hands its messages on. */
class Round implements Submittable {
	readonly #asked: readonly Asked[];
	readonly #shapes: Map<string, Shape>;
	readonly #readerOf: (type: number) => Reader;
	readonly #onEnd: () => void;
	/** The first one without an answer. */
	#at = 0;
	#shape: Shape | undefined;
	#rows: unknown[] = [];
	#problem: Error | null = null;

	constructor(
		asked: readonly Asked[],
		shapes: Map<string, Shape>,
		readerOf: (type: number) => Reader,
		onEnd: () => void,
	) {
		this.#asked = asked;
		this.#shapes = shapes;
		this.#readerOf = readerOf;
		this.#onEnd = onEnd;
	}

	/** `pg` notes by these two what the server has parsed. */
	get name(): string | undefined {
		return this.#asked[this.#at]?.name;
	}

	get text(): string | undefined {
		return this.#asked[this.#at]?.text;
	}

	submit(connection: Connection): void {
		const wire = connection as Wire;
		wire.stream.cork();
		for (const {name, text, values} of this.#asked) {
			const isParsed =
				name !== undefined && (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) !== undefined;
			if (!isParsed) wire.parse({text, name});
			if (!isParsed && name !== undefined) wire.submittedNamedStatements[name] = text;
			wire.bind({statement: name, values});
			if (name === undefined || !this.#shapes.has(name)) wire.describe({type: 'P'});
			wire.execute({});
		}
		wire.sync();
		wire.stream.uncork();
	}

	handleRowDescription({fields}: {fields: FieldDef[]}): void {
		this.#shape = {
			names: fields.map(({name}) => name),
			readers: fields.map(({dataTypeID}) => this.#readerOf(dataTypeID)),
		};
	}

	handleDataRow({fields}: {fields: ReadonlyArray<string | null>}): void {
		const {name} = this;
		const shape = this.#shape ?? (name === undefined ? undefined : this.#shapes.get(name));
		const row: Record<string, unknown> = {};
		try {
			for (let place = 0; place < fields.length; place++) {
				const text = fields[place]!;
				row[shape!.names[place]!] = text === null ? null : shape!.readers[place]!(text);
			}
			this.#rows.push(row);
		} catch (error) {
			this.#problem ??= error as Error;
		}
	}

	handleCommandComplete({text}: {text: string}): void {
		const {name, resolve, reject} = this.#asked[this.#at]!;
		if (name !== undefined && !this.#shapes.has(name)) this.#shapes.set(name, this.#shape ?? null);
		// `UPDATE 3`, `INSERT 0 1`, `BEGIN`.
		const words = text.split(' ');
		if (this.#problem) reject(this.#problem);
		else resolve({rows: this.#rows, rowCount: Number(words.at(-1)) || 0, command: words[0]!});
		this.#problem = null;
		this.#shape = undefined;
		this.#rows = [];
		this.#at++;
	}

	handleEmptyQuery(): void {
		this.handleCommandComplete({text: ''});
	}

	handleError(error: Error, connection: Connection): void {
		const rest = this.#asked.slice(this.#at);
		this.#at = this.#asked.length;
		for (const {name, reject} of rest) {
			if (name !== undefined) delete (connection as Wire).submittedNamedStatements[name];
			reject(error);
		}
		this.#onEnd();
	}

	handleReadyForQuery(): void {
		this.#onEnd();
	}

	/** Nothing that the store asks is answered in parts, or copied. */
	handlePortalSuspended(): void {}
	handleCopyInResponse(): void {}
	handleCopyData(): void {}
}
