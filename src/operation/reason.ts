/** What is wrong with a member, in words for a person: a member that is not there is missing, not `undefined`. */
export function reasonOf({ message }: { readonly message: string }): string {
  return message.endsWith(', received undefined') ? 'it is missing' : message;
}
