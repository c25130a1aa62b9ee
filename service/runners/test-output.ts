import {literalPattern} from '../domain/literal-pattern.ts';
import {Buffer} from 'node:buffer';

export const mask = '•••';
/** "stdout and stderr of the test go to `apiOutput` (last 50 KB), in order". */
export const keptOutputBytes = 51_200;
/** A shorter secret is only replaced where it stands alone, as in the Python runtime. */
const aloneBelow = 4;

/** Masks the output of one test as it comes and keeps its end. */
export class TestOutput {
	#forms: string[] = [];
	#shortForms: string[] = [];
	#alone: RegExp | null = null;
	#longest = 0;
	/** The end of what came, which may be the beginning of a secret. */
	#held = '';
	/** The last character that was passed on. */
	#last = '';
	#kept = '';

	/** `forms`: every spelling of the secrets, longest first. */
	constructor(forms: readonly string[]) {
		this.hide(forms);
	}

	/** From now on these are the secrets; they contain those of before. */
	hide(forms: readonly string[]): void {
		this.#forms = forms.filter(form => form.length >= aloneBelow);
		this.#shortForms = forms.filter(form => form.length > 0 && form.length < aloneBelow);
		const short = this.#shortForms.map(literalPattern).join('|');
		this.#alone = short === '' ? null : new RegExp(`(?<![A-Za-z0-9])(?:${short})(?![A-Za-z0-9])`, 'g');
		this.#longest = Math.max(0, ...forms.map(({length}) => length));
	}

	/** Takes a portion; `dropped` bytes were left out before it. Returns what may be shown. */
	add(text: string, dropped: number): string {
		let all = this.#held + text;
		let notice = '';
		if (dropped > 0) {
			// What was left out may have taken the first part of a secret with it.
			all = this.#withoutBrokenStart(text);
			notice = `\n[… ${dropped} bytes of output left out …]\n`;
		}
		all = this.#withoutLong(all);
		const shown = all.slice(0, all.length - this.#heldLength(all));
		this.#held = all.slice(shown.length);
		return this.#keep(notice + this.#withoutShort(shown, this.#held.slice(0, 1)));
	}

	/** The rest, when nothing more will come. */
	end(): string {
		const rest = this.#withoutShort(this.#held, '');
		this.#held = '';
		return this.#keep(rest);
	}

	/** The last 51,200 bytes, beginning with a whole character. */
	tail(): string {
		const bytes = Buffer.from(this.#kept);
		if (bytes.length <= keptOutputBytes) return this.#kept;
		let start = bytes.length - keptOutputBytes;
		while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++;
		return bytes.toString('utf8', start);
	}

	#keep(text: string): string {
		this.#kept += text;
		// At least one byte per character, so nothing of the tail is lost.
		if (this.#kept.length > 4 * keptOutputBytes) this.#kept = this.#kept.slice(-keptOutputBytes);
		return text;
	}

	#withoutLong(text: string): string {
		return this.#forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, mask) : rest), text);
	}

	/** `next` is the character behind the text: with the one before, it decides whether a short secret stands alone. */
	#withoutShort(text: string, next: string): string {
		if (!this.#alone || text === '') return text;
		const before = this.#last;
		this.#last = text.slice(-1);
		const end = before.length + text.length;
		const masked = (before + text + next).replace(this.#alone, (found: string, start: number) =>
			start >= before.length && start + found.length <= end ? mask : found,
		);
		return masked.slice(before.length, masked.length - next.length);
	}

	/** How much of the end might continue into a secret with the next portion. */
	#heldLength(text: string): number {
		return Math.max(
			0,
			...this.#forms.map(form => begunLength(text, form, form.length - 1)),
			...this.#shortForms.map(form => begunLength(text, form, form.length)),
		);
	}

	#withoutBrokenStart(text: string): string {
		let start = Math.min(Math.max(0, this.#longest - 1), text.length);
		for (const form of this.#forms) {
			const found = text.lastIndexOf(form, start - 1);
			if (found !== -1 && found < start) start = Math.max(start, found + form.length);
		}
		return text.slice(start);
	}
}

/** The length of the longest end of `text`, `longest` at most, with which `form` begins. */
function begunLength(text: string, form: string, longest: number): number {
	let start = text.indexOf(form[0]!, Math.max(0, text.length - longest));
	while (start !== -1 && !form.startsWith(text.slice(start))) start = text.indexOf(form[0]!, start + 1);
	return start === -1 ? 0 : text.length - start;
}
