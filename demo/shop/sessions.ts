/** How long a token is accepted after the login, in milliseconds. */
export const tokenLifetimeMs = 3_600_000;

/** The tokens that were handed out and until when each one is good. Clock in epoch milliseconds. */
export class Sessions {
	readonly #expiry = new Map<string, number>();
	readonly #clock: () => number;
	readonly #newToken: () => string;

	constructor(clock: () => number, newToken: () => string) {
		this.#clock = clock;
		this.#newToken = newToken;
	}

	/** A new token; tokens that ran out are forgotten on the way, so that a long-lived shop does not grow. */
	open(): string {
		const now = this.#clock();
		for (const [token, expiry] of this.#expiry) if (expiry <= now) this.#expiry.delete(token);
		const token = this.#newToken();
		this.#expiry.set(token, now + tokenLifetimeMs);
		return token;
	}

	/** Whether an `Authorization` header carries a token that is still good. */
	isOpen(authorization: string | undefined): boolean {
		const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
		const expiry = token === undefined ? undefined : this.#expiry.get(token);
		return expiry !== undefined && expiry > this.#clock();
	}
}
