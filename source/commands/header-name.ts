/** Rule of a flag that names a header or cookie: an RFC 9110 token. */
export const headerNameRule = {
	max: 128,
	pattern: /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/,
	patternText: "must be a header name: letters, digits and !#$%&'*+-.^_`|~",
};
