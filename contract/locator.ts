import * as z from 'zod/mini';

/** What narrows a locator, outermost first. `role`: the ARIA role of what is named, where it is not the usual one. */
export const locatorScope = z.union([
	/** Selector of the iframe. */
	z.object({frame: z.string()}),
	/** Text that it has in it; `generic`: the smallest element with the text and the target. Usually a `row`. */
	z.object({row: z.string(), role: z.optional(z.string())}),
	/** Name of an area with this role; without one the heading of the smallest element that has the target too. */
	z.object({section: z.string(), role: z.optional(z.string())}),
	/** Its name, or with `titled` the heading in it; empty: any. Usually a `dialog`. */
	z.object({dialog: z.string(), titled: z.optional(z.boolean()), role: z.optional(z.string())}),
	z.object({list: z.string()}),
]);
export type LocatorScope = z.infer<typeof locatorScope>;

export const locator = z.object({
	by: z.enum(['testid', 'role', 'label', 'placeholder', 'text', 'title', 'css']),
	/** The test id, name, label, text or selector. */
	value: z.string(),
	/** Of `by: "role"`. */
	role: z.optional(z.string()),
	/** Of `by: "testid"`: the attribute. */
	attribute: z.optional(z.string()),
	exact: z.boolean(),
	within: z.array(locatorScope),
	/** From 0, in the order of reading; without `within` it is positional, and verified before it is used. */
	nth: z.optional(z.number()),
});
export type Locator = z.infer<typeof locator>;
