import {setTimeout as delay} from 'node:timers/promises';

/** A real application, spoken to as its own client would: directly, past service and proxy. */
export class Application {
	#manifest;
	#token = null;

	/** @param manifest what `manifest.json` says about the application */
	constructor(manifest) {
		this.#manifest = manifest;
	}

	/** Waits until the application answers; fails after `withinMs`. */
	async ready(withinMs) {
		const deadline = Date.now() + withinMs;
		for (;;) {
			const answer = await fetch(new URL(this.#manifest.health, this.#manifest.url)).catch(() => null);
			if (answer?.ok) return;
			if (Date.now() > deadline) throw new Error(`${this.#manifest.url} does not answer; start it first`);
			await delay(500);
		}
	}

	/** Makes what the tests take for granted; what exists already stays as it is. */
	async prepare() {
		for (const {method = 'POST', path, body, unless} of this.#manifest.setup ?? []) {
			if (unless && (await this.#call('GET', unless)).ok) continue;
			const answer = await this.#call(method, path, body);
			if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
		}
	}

	/** The application's own OpenAPI document. */
	async document() {
		return (await this.#call('GET', this.#manifest.document)).json();
	}

	/** Records of every collection: name → number. */
	async count() {
		const counts = {};
		for (const {name, path, at} of this.#manifest.collections) {
			const answer = await this.#call('GET', path);
			if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
			const body = await answer.json();
			counts[name] = (at === undefined ? body : body[at]).length;
		}
		return counts;
	}

	async #call(method, path, body) {
		const send = () =>
			fetch(new URL(path, this.#manifest.url), {
				method,
				headers: {
					...(body === undefined ? {} : {'content-type': 'application/json'}),
					...(this.#token === null ? {} : {authorization: `Bearer ${this.#token}`}),
				},
				body: body === undefined ? undefined : JSON.stringify(body),
			});
		if (this.#token === null) await this.#logIn();
		const answer = await send();
		if (answer.status !== 401 || !this.#manifest.login) return answer;
		await this.#logIn();
		return send();
	}

	async #logIn() {
		const {login, url} = this.#manifest;
		if (!login) return;
		const answer = await fetch(new URL(login.path, url), {
			method: 'POST',
			headers: {'content-type': 'application/json'},
			body: JSON.stringify({email: login.username, password: login.password}),
		});
		const keys = login.tokenPath.replace('$.', '').split('.');
		this.#token = keys.reduce((value, key) => value?.[key], await answer.json());
	}
}
