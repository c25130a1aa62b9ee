const words = ['amber', 'birch', 'coral', 'delta', 'ember'];

/**
 * Writes Python tests as a careful user would: some with `requests` as it is, some with a session, some with a helper of
 * their own; names fresh for every run, or always the same.
 */
export class Pen {
	#random;
	#number = 0;
	tests = [];
	/** Mark → what has to become of the records that carry it. */
	fates = new Map();
	/** Shapes of which some test sends the DELETE itself. */
	shown = new Set();

	constructor(random) {
		this.#random = random;
	}

	chance(share) {
		return this.#random() < share;
	}

	pick(list) {
		return list[Math.floor(this.#random() * list.length)];
	}

	/** A word that nothing else carries, such as `coral-7`. */
	mark(fate) {
		const mark = `${this.pick(words)}-${++this.#number}`;
		if (fate) this.fates.set(mark, fate);
		return mark;
	}

	/** Python text for a name with that word in it: new in every run, unless it is `fixed`. */
	named(mark, {isFixed = false} = {}) {
		return isFixed ? `"${mark}"` : `f"${mark}-{uuid.uuid4().hex[:8]}"`;
	}

	/**
	 * Adds a test.
	 *
	 * @param write gets `send(method, path, arguments)`, which gives the Python text of a request, and returns the lines;
	 * a path may hold `{names}` of Python
	 */
	test({name, produces = [], consumes = [], category = null}, write) {
		const style = this.pick(['plain', 'session', 'helper']);
		const send = (method, path, more = '') => {
			const rest = [more, 'timeout=30'].filter(Boolean).join(', ');
			const hasHeaders = more.includes('headers=');
			const all = hasHeaders ? rest : `headers=__AUTH_HEADERS__, ${rest}`;
			if (style === 'helper') return `send("${method}", f"${path}"${more ? `, ${more}` : ''})`;
			return `${style === 'session' ? 'session' : 'requests'}.${method.toLowerCase()}(f"{BASE_URL}${path}", ${all})`;
		};
		const lines = [
			'import uuid',
			'',
			'import requests',
			'',
			...(style === 'session' ? ['session = requests.Session()'] : []),
			...(style === 'helper'
				? [
						'def send(method, path, headers=None, **options):',
						'    every = {**__AUTH_HEADERS__, **(headers or {})}',
						'    return requests.request(method, f"{BASE_URL}{path}", headers=every, timeout=30, **options)',
						'',
					]
				: []),
			...write(send).flat(),
		];
		this.tests.push({
			name: `${name} ${this.tests.length + 1}`,
			code: `${lines.join('\n')}\n`,
			...(produces.length > 0 ? {produces} : {}),
			...(consumes.length > 0 ? {consumes} : {}),
			...(category ? {category} : {}),
		});
	}
}

/** Lines that expect one of some answers. */
export const expect = (variable, ...statuses) =>
	statuses.length === 1
		? `assert ${variable}.status_code == ${statuses[0]}, f"{${variable}.status_code}: {${variable}.text}"`
		: `assert ${variable}.status_code in (${statuses.join(', ')}), f"{${variable}.status_code}: {${variable}.text}"`;
