/** The demo cannot go on; `nextStep` says what the person at the keyboard can do about it. */
export class DemoError extends Error {
	override readonly name = 'DemoError';
	readonly nextStep: string;

	constructor(message: string, nextStep: string, options?: ErrorOptions) {
		super(message, options);
		this.nextStep = nextStep;
	}
}
