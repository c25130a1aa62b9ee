/**
 * The address of a database as its client takes it. The weaker words of `sslmode` mean to it what `verify-full` means, and it
 * warns of that on the terminal; so they are written as what they mean.
 */
export function postgresAddress(url: string): string {
	return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
