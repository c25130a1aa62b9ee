import {Buffer} from 'node:buffer';

export const mask = '•••';
/** "stdout and stderr of the test go to `apiOutput` (last 50 KB), in order". */
export const keptOutputBytes = 51_200;
/** A shorter secret is only replaced where it stands alone, as in the Python runtime. */
const aloneBelow = 4;

/** Masks the output of one test as it comes and keeps its end. */
export class TestOutput {
	readonly #forms: string[];
	readonly #alone: RegExp | null;
	readonly #longest: number;
	/** The end of what came, which may be the beginning of a secret. */
	#held = '';
	#kept = '';

	/** `forms`: every spelling of the secrets, longest first. */
	constructor(forms: readonly string[]) {
		this.#forms = forms.filter(form => form.length >= aloneBelow);
		const short = forms.filter(form => form.length > 0 && form.length < aloneBelow);
		this.#alone =
			short.length > 0 ? new RegExp(`(?<![A-Za-z0-9])(?:${short.map(literal).join('|')})(?![A-Za-z0-9])`, 'g') : null;
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
		const keep = this.#heldLength(all);
		this.#held = all.slice(all.length - keep);
		return this.#keep(notice + this.#masked(all.slice(0, all.length - keep)));
	}

	/** The rest, when nothing more will come. */
	end(): string {
		const rest = this.#masked(this.#held);
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

	#masked(text: string): string {
		const masked = this.#forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, mask) : rest), text);
		return this.#alone ? masked.replace(this.#alone, mask) : masked;
	}

	/** How much of the end might continue into a secret with the next portion. */
	#heldLength(text: string): number {
		const begun = Math.max(0, ...this.#forms.map(form => begunLength(text, form)));
		if (begun > 0) return begun;
		// A short secret stands alone only when nothing follows it.
		return this.#alone ? Math.min(aloneBelow, text.length) : 0;
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

/** The length of the longest end of `text` with which `form` begins. */
function begunLength(text: string, form: string): number {
	let start = text.indexOf(form[0]!, Math.max(0, text.length - form.length + 1));
	while (start !== -1 && !form.startsWith(text.slice(start))) start = text.indexOf(form[0]!, start + 1);
	return start === -1 ? 0 : text.length - start;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
