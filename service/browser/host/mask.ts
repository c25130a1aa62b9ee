import {literalPattern} from '../../domain/literal-pattern.ts';
import {spellings} from '../../domain/secret-spellings.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import type {StepEvidence, StepOutcome} from '../frontend-job.ts';

export const maskSign = '•••';
/** Shorter values stand everywhere; they are covered in fields only. */
const shortestSecret = 3;
/** Query parameters whose value is a credential whatever it is. */
const secretParameter = /token|secret|passw|pwd|api[-_]?key|auth|session|signature|^sig$|^code$|^key$/i;

/**
 * Takes every value that is stored nowhere out of what leaves the host. Values may be added while a run
 * goes on: an account that is typed in, a captured secret.
 */
export class Mask {
	#forms: string[] = [];
	#values: string[] = [];

	constructor(secrets: readonly string[]) {
		this.add(...secrets);
	}

	add(...secrets: string[]): void {
		const values = secrets.filter(value => value.trim().length >= shortestSecret);
		this.#values = [...new Set([...this.#values, ...values])];
		const forms = this.#values.flatMap(value => [...spellings(value), inHtml(value)]);
		this.#forms = [...new Set(forms)].sort((one, other) => other.length - one.length);
	}

	/** For looking them up in the page. */
	get values(): readonly string[] {
		return this.#values;
	}

	text<T extends string | null>(text: T): T {
		if (text === null) return text;
		let masked: string = text;
		for (const form of this.#forms) if (masked.includes(form)) masked = masked.replaceAll(form, maskSign);
		return masked as T;
	}

	/**
	 * An outline gives what stands in markup of its own on a line of its own: a secret may go over several. Its pieces go
	 * wherever they stand, for what holds them has them in its text as well.
	 */
	#lines(outline: string | null): string | null {
		if (outline === null) return null;
		const split = this.#values.flatMap(value => outline.match(overLines(value)) ?? []);
		const pieces = split.flatMap(text => text.split(betweenLines)).filter(piece => piece.length >= shortestSecret);
		return pieces
			.sort((one, other) => other.length - one.length)
			.reduce((text, piece) => text.replaceAll(piece, maskSign), outline);
	}

	/** Without user info, and without the values of parameters that carry credentials. */
	url(address: string): string {
		if (!URL.canParse(address)) return this.text(address);
		const url = new URL(address);
		if (url.protocol === 'data:') return `${address.slice(0, 40)}…`;
		if (url.username || url.password) [url.username, url.password] = ['', ''];
		let isChanged = url.href !== new URL(address).href;
		for (const name of new Set(url.searchParams.keys()))
			if (secretParameter.test(name)) {
				url.searchParams.set(name, maskSign);
				isChanged = true;
			}
		return this.text((isChanged ? url.href : address).replaceAll(encodeURIComponent(maskSign), maskSign));
	}

	/** URLs within a text, and secrets. */
	prose<T extends string | null>(text: T): T {
		if (text === null) return text;
		return this.text(text.replace(/https?:\/\/[^\s"'<>]+/g, address => this.url(address))) as T;
	}

	evidence(evidence: StepEvidence): StepEvidence {
		return {
			...evidence,
			html: this.text(evidence.html),
			outline: this.#lines(this.text(evidence.outline)),
			console: evidence.console.map(line => ({...line, text: this.prose(line.text), at: this.prose(line.at)})),
			requests: evidence.requests.map(line => ({...line, url: this.url(line.url), error: this.text(line.error)})),
			log: this.prose(evidence.log),
		};
	}

	/** Every text of a step; the picture was covered when it was taken. */
	step(step: StepOutcome): StepOutcome {
		const {evidence, locator, ...rest} = step;
		return {...this.deep(rest), locator: locator && this.deep(locator), evidence: this.evidence(evidence)};
	}

	call(call: RecordedCall): RecordedCall {
		const url = this.url(call.url);
		return {...call, url, error: this.text(call.error), query: queryOf(url)};
	}

	/** All texts of a value of plain data. */
	deep<T>(value: T): T {
		if (typeof value === 'string') return this.prose(value) as T;
		if (Array.isArray(value)) return value.map(one => this.deep(one)) as T;
		if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.deep(one)])) as T;
	}
}

/** What may stand between two texts of an outline that follow each other on the page. */
const betweenLines = /\n {0,80}(?:- )?(?:[a-z]{1,20}: )?/;

/** A secret that goes over lines of an outline. */
const overLines = (secret: string): RegExp => {
	return new RegExp([...secret].map(literalPattern).join(`(?:${betweenLines.source})?`), 'g');
};

const queryOf = (address: string): RecordedCall['query'] =>
	URL.canParse(address) && new URL(address).search !== ''
		? [...new URL(address).searchParams].map(([name, value]) => ({name, value}))
		: null;

const inHtml = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
