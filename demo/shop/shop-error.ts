import * as z from 'zod';

/** The body of every answer that is not a success. `field` is the place in the request, e.g. `items[0].productId`. */
export const errorBody = z
	.object({
		error: z.object({
			code: z.string(),
			message: z.string(),
			field: z.string().optional(),
		}),
	})
	.meta({id: 'Error'});
type ErrorBody = z.infer<typeof errorBody>;

interface ShopErrorDetails {
	status: number;
	code: string;
	message: string;
	field?: string;
}

/** A refusal that the caller of the shop can understand and act on; anything else that is thrown is a 500. */
export class ShopError extends Error {
	override readonly name = 'ShopError';
	readonly status: number;
	readonly code: string;
	readonly field: string | undefined;

	constructor({status, code, message, field}: ShopErrorDetails) {
		super(message);
		this.status = status;
		this.code = code;
		this.field = field;
	}

	toBody(): ErrorBody {
		return {error: {code: this.code, message: this.message, ...(this.field === undefined ? {} : {field: this.field})}};
	}
}
